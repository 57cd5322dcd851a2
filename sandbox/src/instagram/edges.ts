import type { GraphCall } from '../meta/call.ts'
import { findPost } from '../meta/comments.ts'
import { refuseWhenReadBackIsDown } from '../meta/troubles.ts'
import { containerNode, createContainer } from './containers.ts'
import { mediaNode, profileNode } from './nodes.ts'
import { listMedia, publishContainer, readPublishingLimit } from './posts.ts'

/** What can be asked of a professional account, by method and edge. */
export const instagramEdges = {
  'POST media': createContainer,
  'POST media_publish': publishContainer,
  'GET media': listMedia,
  'GET content_publishing_limit': readPublishingLimit,
}

/** An account, container or medium of this token; undefined when the id is none of them. */
export function readInstagramNode(call: GraphCall) {
  const { sandbox, node, account } = call
  if (account.network === 'instagram' && node === account.id) {
    return { value: profileNode(sandbox, account), defaults: 'id' }
  }
  const post = findPost(call)
  if (post?.network === 'instagram') {
    refuseWhenReadBackIsDown(sandbox, 'instagram', account.id)
    return { value: mediaNode(sandbox, post), defaults: 'id' }
  }
  const container = sandbox.store.get('container', node)
  if (container?.account !== account.id) return undefined
  // Once the publish call has come, the container's status is how a caller finds out: it is down with the rest.
  if (container.attempted_at) refuseWhenReadBackIsDown(sandbox, 'instagram', account.id)
  return { value: containerNode(container, sandbox.now()), defaults: 'id' }
}
