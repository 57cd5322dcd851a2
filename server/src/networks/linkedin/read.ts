import { type NetworkReader, notSupported } from '#server/networks/network-reader.ts'
import { sharedClock } from '#server/platform/clock.ts'
import type { NetworkSettings } from '../settings.ts'
import { linkedinApi } from './api.ts'
import { readPostFigures } from './figures.ts'
import { readInsights } from './insights.ts'
import { postAddress } from './linkedin.ts'
import { listPosts } from './list-posts.ts'
import { findOrganization } from './search.ts'

/** Reads from LinkedIn organizations. There is no hashtag search and no online hours (docs/product/linkedin.md "Statistics"). */
export const linkedinReader = (settings: NetworkSettings, now = sharedClock.now): NetworkReader => {
  const api = linkedinApi(settings)
  return {
    searchMentions: (account, query) => findOrganization(api, account, query),
    searchHashtags: async () => notSupported,
    searchTags: async () => notSupported,
    listPosts: (account, page) => listPosts(api, account, page, urn => postAddress(settings, urn)),
    readInsights: (account, request) => readInsights(api, account, request, now()),
    readPostFigures: (account, externalIds) => readPostFigures(api, account, externalIds),
    readStories: async () => notSupported,
    readOnlineHours: async () => notSupported,
  }
}
