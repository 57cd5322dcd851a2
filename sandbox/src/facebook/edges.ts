import type { GraphCall } from '../meta/call.ts'
import { findPost } from '../meta/comments.ts'
import { refuseWhenReadBackIsDown } from '../meta/troubles.ts'
import { createFeedPost, listPublishedPosts } from './feed.ts'
import { pageNode, photoNode, postNode } from './nodes.ts'
import { createPhoto } from './photos.ts'

/** What can be asked of a page, by method and edge. */
export const facebookEdges = {
  'POST photos': createPhoto,
  'POST feed': createFeedPost,
  'GET feed': listPublishedPosts,
  'GET posts': listPublishedPosts,
  'GET published_posts': listPublishedPosts,
}

/** A page, post or photo of this token's page; undefined when the id is none of them. */
export function readFacebookNode(call: GraphCall) {
  const { sandbox, node, account } = call
  if (account.network === 'facebook' && node === account.id) {
    return { value: pageNode(sandbox, account), defaults: 'id,name' }
  }
  const post = findPost(call)
  if (post?.network === 'facebook') {
    refuseWhenReadBackIsDown(sandbox, 'facebook', account.id)
    return { value: postNode(sandbox, post), defaults: 'id,created_time,message' }
  }
  const media = sandbox.store.get('media', node)
  if (media?.network !== 'facebook' || media.account !== account.id) return undefined
  return { value: photoNode(sandbox, media), defaults: 'id,created_time' }
}
