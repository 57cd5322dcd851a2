import { withUsernames } from '#domain/networks/mentions.ts'
import { isStory } from '#domain/networks/model.ts'
import { createdId, type Graph } from '#server/networks/meta/graph.ts'
import type { PostContent, PostMedia, Preparation, PublishTask } from '#server/networks/network-adapter.ts'
import { rejected } from '#server/networks/outcomes.ts'
import type { Reply } from '#server/platform/http/outgoing-requests/client.ts'
import { coverUrlOf, mediaUrlOf } from './media-url.ts'
import { isGone, preparationFailure } from './outcomes.ts'

export type CreatedContainer = { readonly kind: 'made'; readonly id: string }

/** The caption with mentions as plain `@username` (docs/product/instagram.md "Mentions and search"). */
export const captionOf = ({ message, mentions }: PostContent): string => withUsernames(message, mentions)

/** Several files become a carousel. */
export const isCarousel = ({ media }: PostContent): boolean => media.length > 1

/** Creates the container of the whole post or of one carousel item. Only media URLs are saved here. */
export const createContainer = async (
  api: Graph,
  task: PublishTask,
  index: number,
): Promise<CreatedContainer | Preparation> => {
  const { account, content } = task
  const media = content.media[index]
  if (!media) return rejected('The post has no photo or video.', { reason: 'not_supported' })
  const url = await savedMediaUrl(task, media, index)
  if (typeof url !== 'string') return url
  const form = {
    ...(media.kind === 'video' ? { video_url: url } : { image_url: url }),
    ...(isCarousel(content) ? carouselItem(media) : await singlePost(task, media)),
  }
  return toCreated(await api.post(account, `${account.externalId}/media`, form))
}

const altTextOf = ({ kind, altText }: PostMedia): Record<string, string> =>
  kind === 'video' || !altText ? {} : { alt_text: altText }

const carouselItem = (media: PostMedia): Record<string, string> => ({
  is_carousel_item: 'true',
  ...(media.kind === 'video' ? { media_type: 'VIDEO' } : altTextOf(media)),
})

const singlePost = async (task: PublishTask, media: PostMedia): Promise<Record<string, string>> => {
  const { content } = task
  if (isStory(content.type)) return { media_type: 'STORIES' }
  const caption: Record<string, string> = captionOf(content) ? { caption: captionOf(content) } : {}
  if (media.kind !== 'video') return { ...caption, ...altTextOf(media) }
  const cover = await savedCoverUrl(task, media)
  return { media_type: 'REELS', share_to_feed: 'true', ...caption, ...(cover ? { cover_url: cover } : {}) }
}

/** The URL is saved, so that a retry does not derive another picture. */
const savedMediaUrl = async (
  { prepared, content, savePrepared }: PublishTask,
  media: PostMedia,
  index: number,
) => {
  const name = `media_url_${index}`
  const url = prepared[name] || (await mediaUrlOf(media, content.type))
  if (typeof url === 'string' && !prepared[name]) await savePrepared({ [name]: url })
  return url
}

const savedCoverUrl = async ({ prepared, savePrepared }: PublishTask, media: PostMedia) => {
  const url = prepared.cover_url || (await coverUrlOf(media))
  if (url && !prepared.cover_url) await savePrepared({ cover_url: url })
  return url
}

/** Creates the carousel from its items, which must be ready. If one no longer exists, all are created again. */
export const createCarousel = async (
  api: Graph,
  task: PublishTask,
  parts: readonly string[],
): Promise<CreatedContainer | 'part_gone' | Preparation> => {
  const { account, content } = task
  const caption = captionOf(content)
  const reply = await api.post(account, `${account.externalId}/media`, {
    media_type: 'CAROUSEL',
    children: parts.join(','),
    ...(caption ? { caption } : {}),
  })
  return isGone(reply) ? 'part_gone' : toCreated(reply)
}

const toCreated = (reply: Reply): CreatedContainer | Preparation => {
  const id = createdId(reply)
  return id ? { kind: 'made', id } : preparationFailure(reply)
}
