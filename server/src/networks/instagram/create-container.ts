import { isStory } from '#domain/networks/model.ts'
import type { Reply } from '#server/networks/http.ts'
import { withUsernames } from '#server/networks/mentions.ts'
import { createdId, type Graph } from '#server/networks/meta/graph.ts'
import type { Delivery, Draft, DraftMedia, Preparation } from '#server/networks/network-adapter.ts'
import { rejected } from '#server/networks/outcomes.ts'
import { addressOf, coverAddressOf } from './media-url.ts'
import { isGone, refusalOf } from './outcomes.ts'

export type Made = { readonly kind: 'made'; readonly id: string }

/** The text as Instagram takes it: who is mentioned stands there as a plain `@username` (networks.md 4.4). */
export const captionOf = ({ message, mentions }: Draft): string => withUsernames(message, mentions)

/** Several files become a carousel; of one, the kind says what. */
export const isCarousel = ({ media }: Draft): boolean => media.length > 1

/** The container of the whole post, or of one part of a carousel. Nothing of it is kept here but addresses. */
export const makeContainer = async (
  api: Graph,
  delivery: Delivery,
  index: number,
): Promise<Made | Preparation> => {
  const { account, draft } = delivery
  const media = draft.media[index]
  if (!media) return rejected('The post has no photo or video.', { reason: 'not_supported' })
  const url = await keptAddress(delivery, media, index)
  if (typeof url !== 'string') return url
  const form = {
    ...(media.kind === 'video' ? { video_url: url } : { image_url: url }),
    ...(isCarousel(draft) ? partOf(media) : await aloneOf(delivery, media)),
  }
  return madeOf(await api.post(account, `${account.externalId}/media`, form))
}

const altTextOf = ({ kind, altText }: DraftMedia): Record<string, string> =>
  kind === 'video' || !altText ? {} : { alt_text: altText }

const partOf = (media: DraftMedia): Record<string, string> => ({
  is_carousel_item: 'true',
  ...(media.kind === 'video' ? { media_type: 'VIDEO' } : altTextOf(media)),
})

const aloneOf = async (delivery: Delivery, media: DraftMedia): Promise<Record<string, string>> => {
  const { draft } = delivery
  if (isStory(draft.type)) return { media_type: 'STORIES' }
  const caption: Record<string, string> = captionOf(draft) ? { caption: captionOf(draft) } : {}
  if (media.kind !== 'video') return { ...caption, ...altTextOf(media) }
  const cover = await keptCover(delivery, media)
  return { media_type: 'REELS', share_to_feed: 'true', ...caption, ...(cover ? { cover_url: cover } : {}) }
}

/** Addresses are kept, so that a retry does not derive another picture. */
const keptAddress = async ({ prepared, draft, keep }: Delivery, media: DraftMedia, index: number) => {
  const name = `media_url_${index}`
  const url = prepared[name] || (await addressOf(media, draft.type))
  if (typeof url === 'string' && !prepared[name]) await keep({ [name]: url })
  return url
}

const keptCover = async ({ prepared, keep }: Delivery, media: DraftMedia) => {
  const url = prepared.cover_url || (await coverAddressOf(media))
  if (url && !prepared.cover_url) await keep({ cover_url: url })
  return url
}

/** The carousel of parts that are ready. A part that is gone meanwhile: all are made anew. */
export const makeCarousel = async (
  api: Graph,
  delivery: Delivery,
  parts: readonly string[],
): Promise<Made | 'part_gone' | Preparation> => {
  const { account, draft } = delivery
  const caption = captionOf(draft)
  const reply = await api.post(account, `${account.externalId}/media`, {
    media_type: 'CAROUSEL',
    children: parts.join(','),
    ...(caption ? { caption } : {}),
  })
  return isGone(reply) ? 'part_gone' : madeOf(reply)
}

const madeOf = (reply: Reply): Made | Preparation => {
  const id = createdId(reply)
  return id ? { kind: 'made', id } : refusalOf(reply)
}
