import { type NetworkReader, notSupported } from '#server/networks/network-reader.ts'
import { sharedClock } from '#server/platform/clock.ts'
import { graph } from '../meta/graph.ts'
import type { NetworkSettings } from '../settings.ts'
import { readPostFigures } from './figures.ts'
import { readInsights } from './insights.ts'
import { readOnlineHours } from './online-hours.ts'
import { listPosts } from './posts.ts'
import { searchHashtags, searchMentions } from './search.ts'
import { readStories } from './stories.ts'

/** Reads from Instagram (docs/product/instagram.md "Comments and media"). Its videos have no keywords. */
export const instagramReader = (settings: NetworkSettings, now = sharedClock.now): NetworkReader => {
  const api = graph(settings)
  return {
    searchMentions: searchMentions(api),
    searchHashtags: searchHashtags(api),
    searchTags: async () => notSupported,
    listPosts: listPosts(api),
    readInsights: readInsights(api, now),
    readPostFigures: readPostFigures(api),
    readStories: readStories(api),
    readOnlineHours: readOnlineHours(api, now),
  }
}
