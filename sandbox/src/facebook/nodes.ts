import { graphTime } from '../meta/paging.ts'
import { logoUrl } from '../platform/demo-accounts.ts'
import { figuresOf, followersOn } from '../platform/figures.ts'
import { mediaUrl } from '../platform/media.ts'
import type { Media, Post, SandboxAccount } from '../platform/model.ts'
import { permalink, type Sandbox } from '../platform/sandbox.ts'
import { attachments } from './attachments.ts'
import { facebookComment } from './comments.ts'

type Node = Record<string, unknown>

/** A post with every field. `shares` is absent while there are none, as on the real network. */
export function postNode(sandbox: Sandbox, post: Post): Node {
  const comments = sandbox.store.list('comment', { parent: post.id }).reverse()
  const account = sandbox.store.get('account', post.account)
  const figures = figuresOf(post, sandbox.now())
  const first = post.media[0] && sandbox.store.get('media', post.media[0].media)
  return {
    id: post.id,
    message: post.text || undefined,
    created_time: graphTime(post.created_at),
    updated_time: graphTime(post.created_at),
    permalink_url: permalink(sandbox, post),
    status_type: statusType(post, first),
    is_published: true,
    from: { name: account?.name, id: post.account },
    full_picture: first && thumbnailUrl(sandbox, first),
    attachments: attachments(sandbox, post),
    comments: {
      data: comments.map(comment => facebookComment(sandbox, post, comment)),
      summary: { order: 'chronological', total_count: comments.length + figures.comments, can_comment: true },
    },
    reactions: { data: [], summary: { total_count: figures.likes, viewer_reaction: 'NONE' } },
    shares: figures.shares > 0 ? { count: figures.shares } : undefined,
  }
}

function statusType({ media, article, cards }: Post, first: Media | undefined): string {
  if (first?.kind === 'video') return 'added_video'
  if (media.length > 0) return 'added_photos'
  return article || cards ? 'shared_story' : 'mobile_status_update'
}

/** A video without a thumbnail shows the page's logo. */
function thumbnailUrl(sandbox: Sandbox, media: Media): string {
  if (media.kind !== 'video') return mediaUrl(sandbox, media)
  const page = sandbox.store.get('account', media.account)
  if (media.thumbnail) return `${sandbox.url()}/media/${media.thumbnail}`
  return page ? logoUrl(sandbox.url(), page) : mediaUrl(sandbox, media)
}

export function photoNode(sandbox: Sandbox, media: Media): Node {
  const image = { height: media.height, source: mediaUrl(sandbox, media), width: media.width }
  return {
    id: media.id,
    created_time: graphTime(media.created_at),
    images: [image],
    picture: image.source,
    alt_text_custom: media.alt_text,
    page_story_id: media.used_by,
    link: media.used_by && permalink(sandbox, { ...media, id: media.used_by }),
  }
}

export function pageNode(sandbox: Sandbox, account: SandboxAccount): Node {
  const linked = sandbox.store
    .list('account', { network: 'instagram' })
    .find(each => each.brand === account.brand)
  const picture = { height: 200, is_silhouette: false, url: logoUrl(sandbox.url(), account), width: 200 }
  const followers = followersOn(account, new Date(sandbox.now()).toISOString().slice(0, 10))
  return {
    id: account.id,
    name: account.name,
    username: account.handle,
    about: account.about,
    link: `${sandbox.url()}/feeds/facebook/${account.id}`,
    picture: { data: picture },
    category: 'Local business',
    category_list: [{ id: '2500', name: 'Local business' }],
    fan_count: followers,
    followers_count: followers,
    instagram_business_account: linked && {
      id: linked.id,
      username: linked.handle,
      name: linked.name,
      profile_picture_url: logoUrl(sandbox.url(), linked),
    },
  }
}
