import type { Delivery, DraftCard, Outcome } from '#server/networks/network-adapter.ts'
import { type Graph, publishedBy } from '../meta/graph.ts'
import { withMentions } from './mentions.ts'
import { photoKey } from './photos.ts'

/** Texts, links, photos and link carousels: one call with everything that was uploaded before. */
export const publishToFeed = async (api: Graph, delivery: Delivery, timeoutMs: number): Promise<Outcome> =>
  publishedBy(
    await api.post(delivery.account, `${delivery.account.externalId}/feed`, feedOf(delivery), timeoutMs),
  )

const feedOf = ({ draft, prepared }: Delivery): Record<string, string> => {
  const photos = draft.media.flatMap((_photo, index) => prepared[photoKey(index)] ?? [])
  const isCarousel = draft.type === 'link_carousel'
  return {
    ...(draft.message ? { message: withMentions(draft.message, draft.mentions) } : {}),
    ...(draft.link ? { link: draft.link.url } : {}),
    ...(photos.length > 0 ? { attached_media: JSON.stringify(photos.map(id => ({ media_fbid: id }))) } : {}),
    ...(isCarousel
      ? {
          child_attachments: JSON.stringify(cardsOf(draft).map(childOf)),
          // In the order that was approved, and without a card that nobody wrote (networks.md 3.2).
          multi_share_optimized: 'false',
          multi_share_end_card: 'false',
        }
      : {}),
  }
}

/** The main card is the first of them. */
export const cardsOf = ({ link, cards }: Delivery['draft']): readonly DraftCard[] =>
  link ? [link, ...cards] : cards

const childOf = ({ url, title, description, picture }: DraftCard) => ({
  link: url,
  ...(title ? { name: title } : {}),
  ...(description ? { description } : {}),
  ...(picture ? { picture: picture.url } : {}),
})
