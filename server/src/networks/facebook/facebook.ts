import type { NetworkAdapter, PublishTask } from '#server/networks/network-adapter.ts'
import { commentAdder, commentFinder, graph, permalinkFinder } from '../meta/graph.ts'
import type { NetworkSettings } from '../settings.ts'
import { publishToFeed } from './feed.ts'
import { duplicateKeyOf, findStory, lookUpPost, lookUpStory, lookUpVideo } from './look-up.ts'
import { isSameText, markMentions } from './mentions.ts'
import { preparePhotos } from './photos.ts'
import { isReel, prepareReel, publishReel } from './reels.ts'
import { prepareVideoStory, publishStory } from './stories.ts'
import { prepareVideo, publishVideo } from './videos.ts'

/**
 * The adapter for Facebook pages. Photos and videos of every type are uploaded in preparation, so that their ids are known before anything
 * is public and only one call remains.
 */
export const facebook = (settings: NetworkSettings): NetworkAdapter => {
  const api = graph(settings)
  const addComment = commentAdder(api)
  const findPermalink = permalinkFinder(api, 'permalink_url')
  return {
    prepare: task => methodsOf(task).prepare(api, task),
    send: task => methodsOf(task).send(api, task, settings.sendTimeoutMs),
    lookUp: (task, search) => methodsOf(task).lookUp(api, task, search),
    duplicateKey: duplicateKeyOf,
    findPermalink: async (account, externalId) =>
      (await findPermalink(account, externalId)) ?? findStory(api, account, externalId),
    addFirstComment: (account, externalId, text, mentions = []) =>
      addComment(account, externalId, markMentions(text, mentions)),
    findFirstComment: (account, externalId, text, mentions = []) =>
      commentFinder(api, 'message', (readBack, own) => isSameText(readBack, own, mentions))(
        account,
        externalId,
        text,
      ),
  }
}

const feed = { prepare: preparePhotos, send: publishToFeed, lookUp: lookUpPost }
const methods = {
  feed,
  // Facebook fetches a carousel's pictures itself.
  cards: { ...feed, prepare: async () => ({ kind: 'ready' }) as const },
  video: { prepare: prepareVideo, send: publishVideo, lookUp: lookUpVideo },
  reel: { prepare: prepareReel, send: publishReel, lookUp: lookUpVideo },
  photo_story: { prepare: preparePhotos, send: publishStory, lookUp: lookUpStory },
  video_story: { prepare: prepareVideoStory, send: publishStory, lookUp: lookUpStory },
}

const methodsOf = ({ content }: PublishTask) => {
  switch (content.type) {
    case 'single_video':
      return isReel(content) ? methods.reel : methods.video
    case 'photo_story':
    case 'video_story':
      return methods[content.type]
    case 'link_carousel':
      return methods.cards
    default:
      return methods.feed
  }
}
