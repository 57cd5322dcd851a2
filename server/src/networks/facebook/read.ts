import { type NetworkReader, notSupported } from '#server/networks/network-reader.ts'
import { graph } from '../meta/graph.ts'
import type { NetworkSettings } from '../settings.ts'
import { readInsights } from './insights.ts'
import { listPosts, readPostFigures } from './posts.ts'
import { searchMentions, searchTags } from './search.ts'

/** Reads from Facebook pages. There is no hashtag search, and nothing replaces `page_fans_online` for online hours. */
export const facebookReader = (settings: NetworkSettings): NetworkReader => {
  const api = graph(settings)
  return {
    searchMentions: searchMentions(api),
    searchHashtags: async () => notSupported,
    searchTags: searchTags(api),
    listPosts: listPosts(api),
    readInsights: readInsights(api),
    readPostFigures: readPostFigures(api),
    readStories: async () => notSupported,
    readOnlineHours: async () => notSupported,
  }
}
