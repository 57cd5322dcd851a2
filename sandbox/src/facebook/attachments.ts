import { mediaUrl } from '../platform/media.ts'
import type { Card, Media, Post } from '../platform/model.ts'
import { permalink, type Sandbox } from '../platform/sandbox.ts'

type Node = Record<string, unknown>

function mediaAttachment(sandbox: Sandbox, media: Media, post: Post): Node {
  const url = permalink(sandbox, post)
  const isVideo = media.kind === 'video'
  const still = media.thumbnail ? `${sandbox.url()}/media/${media.thumbnail}` : mediaUrl(sandbox, media)
  const image = { height: media.height, src: isVideo ? still : mediaUrl(sandbox, media), width: media.width }
  return {
    media_type: isVideo ? 'video' : 'photo',
    type: isVideo ? 'video_inline' : 'photo',
    media: { image, ...(isVideo && { source: mediaUrl(sandbox, media) }) },
    target: { id: media.id, url },
    url,
    ...(media.title && { title: media.title }),
    ...(media.alt_text && { description: media.alt_text }),
  }
}

const cardAttachment = ({ url, title, description }: Card): Node => ({
  media_type: 'link',
  type: 'share',
  ...(title && { title }),
  ...(description && { description }),
  target: { url },
  url,
})

/** Undefined for plain text; otherwise one photo, video or link, or an album or carousel with its items as subattachments. */
export function attachments(sandbox: Sandbox, post: Post): { data: Node[] } | undefined {
  const media = post.media.flatMap(({ media: id }) => sandbox.store.get('media', id) ?? [])
  const all = media.map(each => mediaAttachment(sandbox, each, post))
  if (all.length === 1) return { data: all }
  if (all.length > 1) {
    const url = permalink(sandbox, post)
    const target = { id: post.id.split('_')[1], url }
    return { data: [{ media_type: 'album', type: 'album', target, url, subattachments: { data: all } }] }
  }
  if (post.cards) {
    const url = permalink(sandbox, post)
    const data = post.cards.map(cardAttachment)
    return { data: [{ media_type: 'album', type: 'multi_share', url, subattachments: { data } }] }
  }
  if (!post.article) return undefined
  const { url, title = new URL(url).hostname, description } = post.article
  const link = { media_type: 'link', type: 'share', target: { url }, title, url }
  return { data: [{ ...link, ...(description && { description }) }] }
}
