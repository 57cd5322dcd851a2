import { mediaUrl } from '../media.ts'
import { graphTime } from '../meta/paging.ts'
import type { Account, Post } from '../model.ts'
import { permalink, type Sandbox } from '../sandbox.ts'
import { instagramComment } from './comments.ts'

/** A published medium with every field one may ask for. */
export function mediaNode(sandbox: Sandbox, post: Post): Record<string, unknown> {
  const photo = post.media[0] && sandbox.store.get('media', post.media[0].media)
  const account = sandbox.store.get('account', post.account)
  const comments = sandbox.store.list('comment', { parent: post.id })
  return {
    id: post.id,
    ig_id: post.id,
    caption: post.text || undefined,
    alt_text: post.media[0]?.alt_text,
    media_type: 'IMAGE',
    media_product_type: 'FEED',
    media_url: photo && mediaUrl(sandbox, photo),
    permalink: permalink(sandbox, post),
    shortcode: post.shortcode,
    timestamp: graphTime(post.created_at),
    username: account?.handle,
    owner: { id: post.account },
    like_count: 0,
    comments_count: comments.length,
    comments: { data: comments.map(comment => instagramComment(sandbox, post, comment)) },
  }
}

export function profileNode(sandbox: Sandbox, account: Account): Record<string, unknown> {
  return {
    id: account.id,
    username: account.handle,
    name: account.name,
    biography: account.about,
    profile_picture_url: `${sandbox.url()}/logos/${account.logo}.png`,
    media_count: sandbox.store.count('post', { network: 'instagram', account: account.id }),
  }
}
