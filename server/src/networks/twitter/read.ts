import { notSupported, type Reader } from '../reading.ts'
import type { NetworkSettings } from '../settings.ts'

export const twitterReader = (_settings: NetworkSettings): Reader => ({
  searchMentions: async () => notSupported,
  searchHashtags: async () => notSupported,
  searchTags: async () => notSupported,
  listPosts: async () => notSupported,
  readInsights: async () => notSupported,
  readPostFigures: async () => notSupported,
  readOnlineHours: async () => notSupported,
})
