import type { Delivery, Network } from '#server/networks/network-adapter.ts'
import { commentThrough, findCommentThrough, graph, permalinkThrough } from '../meta/graph.ts'
import type { NetworkSettings } from '../settings.ts'
import { publishToFeed } from './feed.ts'
import { findStory, likenessOf, lookUpPost, lookUpStory, lookUpVideo } from './look-up.ts'
import { isSameText, withMentions } from './mentions.ts'
import { preparePhotos } from './photos.ts'
import { prepareVideoStory, publishStory } from './stories.ts'
import { prepareVideo, publishVideo } from './videos.ts'

/**
 * Facebook pages. Photos and videos are uploaded unpublished as preparation, whatever the type: their ids are known before anything is
 * public, and what is left is one call.
 */
export const facebook = (settings: NetworkSettings): Network => {
  const api = graph(settings)
  const addComment = commentThrough(api)
  const findPermalink = permalinkThrough(api, 'permalink_url')
  return {
    prepare: delivery => waysOf(delivery).prepare(api, delivery),
    send: delivery => waysOf(delivery).send(api, delivery, settings.sendTimeoutMs),
    lookUp: (delivery, search) => waysOf(delivery).lookUp(api, delivery, search),
    likeness: likenessOf,
    findPermalink: async (account, externalId) =>
      (await findPermalink(account, externalId)) ?? findStory(api, account, externalId),
    addFirstComment: (account, externalId, text, mentions = []) =>
      addComment(account, externalId, withMentions(text, mentions)),
    findFirstComment: (account, externalId, text, mentions = []) =>
      findCommentThrough(api, 'message', (readBack, own) => isSameText(readBack, own, mentions))(
        account,
        externalId,
        text,
      ),
  }
}

const feed = { prepare: preparePhotos, send: publishToFeed, lookUp: lookUpPost }
const ways = {
  feed,
  // A carousel's pictures are read by Facebook itself, from their addresses.
  cards: { ...feed, prepare: async () => ({ kind: 'ready' }) as const },
  video: { prepare: prepareVideo, send: publishVideo, lookUp: lookUpVideo },
  photo_story: { prepare: preparePhotos, send: publishStory, lookUp: lookUpStory },
  video_story: { prepare: prepareVideoStory, send: publishStory, lookUp: lookUpStory },
}

const waysOf = ({ draft }: Delivery) => {
  switch (draft.type) {
    case 'single_video':
      return ways.video
    case 'photo_story':
    case 'video_story':
      return ways[draft.type]
    case 'link_carousel':
      return ways.cards
    default:
      return ways.feed
  }
}
