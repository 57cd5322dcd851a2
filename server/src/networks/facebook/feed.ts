import { asciiAddress } from '#domain/kernel/lookup-name.ts'
import type { LinkCard, Outcome, PublishTask } from '#server/networks/network-adapter.ts'
import { type Graph, publishOutcome } from '../meta/graph.ts'
import { markMentions } from './mentions.ts'
import { photoKey } from './photos.ts'

/** Publishes texts, links, photos and link carousels in one call, with what was uploaded before. */
export const publishToFeed = async (api: Graph, task: PublishTask, timeoutMs: number): Promise<Outcome> =>
  publishOutcome(await api.post(task.account, `${task.account.externalId}/feed`, feedOf(task), timeoutMs))

const feedOf = ({ content, prepared }: PublishTask): Record<string, string> => {
  const photos = content.media.flatMap((_photo, index) => prepared[photoKey(index)] ?? [])
  const isCarousel = content.type === 'link_carousel'
  return {
    ...(content.message ? { message: markMentions(content.message, content.mentions) } : {}),
    ...(content.link ? { link: asciiAddress(content.link.url) } : {}),
    ...(photos.length > 0 ? { attached_media: JSON.stringify(photos.map(id => ({ media_fbid: id }))) } : {}),
    ...(isCarousel
      ? {
          child_attachments: JSON.stringify(cardsOf(content).map(childOf)),
          // Keeps the approved order and adds no card of the page (docs/product/facebook.md "Link carousels").
          multi_share_optimized: 'false',
          multi_share_end_card: 'false',
        }
      : {}),
  }
}

/** All cards; the main card is the first. */
export const cardsOf = ({ link, cards }: PublishTask['content']): readonly LinkCard[] =>
  link ? [link, ...cards] : cards

const childOf = ({ url, title, description, picture }: LinkCard) => ({
  link: asciiAddress(url),
  ...(title ? { name: title } : {}),
  ...(description ? { description } : {}),
  ...(picture ? { picture: picture.url } : {}),
})
