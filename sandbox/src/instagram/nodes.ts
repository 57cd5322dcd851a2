import { graphTime } from '../meta/paging.ts'
import { figuresOf, followersOn } from '../platform/figures.ts'
import { mediaUrl } from '../platform/media.ts'
import type { Post, PostMedia, SandboxAccount } from '../platform/model.ts'
import { permalink, type Sandbox } from '../platform/sandbox.ts'
import { instagramComment } from './comments.ts'

/** A published medium with every field. */
export function mediaNode(sandbox: Sandbox, post: Post): Record<string, unknown> {
  const account = sandbox.store.get('account', post.account)
  const comments = sandbox.store.list('comment', { parent: post.id })
  const figures = figuresOf(post, sandbox.now())
  const [first] = post.media
  const isCarousel = post.media.length > 1
  const shown = first && shownNode(sandbox, first)
  return {
    id: post.id,
    ig_id: post.id,
    caption: post.text || undefined,
    alt_text: isCarousel ? undefined : first?.alt_text,
    ...shown,
    media_type: isCarousel ? 'CAROUSEL_ALBUM' : shown?.media_type,
    media_product_type: productOf(post, shown?.media_type),
    permalink: permalink(sandbox, post),
    shortcode: post.shortcode,
    timestamp: graphTime(post.created_at),
    username: account?.handle,
    owner: { id: post.account },
    like_count: figures.likes,
    comments_count: comments.length,
    comments: { data: comments.map(comment => instagramComment(sandbox, post, comment)) },
    children: isCarousel ? { data: childNodes(sandbox, post) } : undefined,
  }
}

function productOf(post: Post, type: string | undefined): 'STORY' | 'REELS' | 'FEED' {
  if (post.story_until !== undefined) return 'STORY'
  return post.media.length === 1 && type === 'VIDEO' ? 'REELS' : 'FEED'
}

/** The fields of one photo or video. Only a video has a thumbnail. */
function shownNode(sandbox: Sandbox, shown: PostMedia) {
  const media = sandbox.store.get('media', shown.media)
  return {
    media_type: media?.kind === 'video' ? 'VIDEO' : 'IMAGE',
    media_url: media && mediaUrl(sandbox, media),
    thumbnail_url: media?.thumbnail && `${sandbox.url()}/media/${media.thumbnail}`,
  }
}

function childNodes(sandbox: Sandbox, post: Post) {
  return post.media.map((shown, index) => ({
    id: `17${post.id.slice(2)}${index}`,
    ...shownNode(sandbox, shown),
    alt_text: shown.alt_text,
    permalink: permalink(sandbox, post),
    timestamp: graphTime(post.created_at),
  }))
}

/** The public fields of a professional account. */
export function profileNode(sandbox: Sandbox, account: SandboxAccount): Record<string, unknown> {
  const today = new Date(sandbox.now()).toISOString().slice(0, 10)
  return {
    id: account.id,
    username: account.handle,
    name: account.name,
    biography: account.about,
    profile_picture_url: `${sandbox.url()}/logos/${account.logo}.png`,
    followers_count: followersOn(account, today),
    media_count: sandbox.store.count('post', { network: 'instagram', account: account.id, isStory: false }),
  }
}
