import type { GraphCall } from '../meta/call.ts'
import { failIfPermalinkDown, failIfReadBackDown } from '../meta/faults.ts'
import { parseFields } from '../meta/fields.ts'
import { findPost } from '../meta/post-of-call.ts'
import { requireScopes } from '../meta/tokens.ts'
import { containerNode } from './container-status.ts'
import { createContainer } from './containers.ts'
import { discover, searchHashtag } from './discovery.ts'
import { readInsights } from './insights.ts'
import { listMedia, listStories } from './lists.ts'
import { mediaNode, profileNode } from './nodes.ts'
import { publishContainer, readPublishingLimit } from './posts.ts'

/** The edges of a professional account and its media, by method and name. */
export const instagramEdges = {
  'POST media': createContainer,
  'POST media_publish': publishContainer,
  'GET media': listMedia,
  'GET stories': listStories,
  'GET insights': readInsights,
  'GET content_publishing_limit': readPublishingLimit,
}

/** Reads an account, container, medium or hashtag; undefined if the id is none of them. */
export function readInstagramNode(call: GraphCall) {
  const { sandbox, node, account } = call
  if (account.network === 'instagram') requireScopes(call.token, 'instagram_basic')
  if (node === 'ig_hashtag_search')
    return { value: searchHashtag(call), defaults: 'data', type: 'IGHashtag' as const }
  if (account.network !== 'instagram') return undefined
  if (node === account.id) {
    const value = { ...profileNode(sandbox, account), business_discovery: discover(call) }
    return { value, defaults: 'id', type: 'IGUser' as const }
  }
  const post = findPost(call)
  if (post?.network === 'instagram') {
    failIfReadBackDown(sandbox, 'instagram', account.id)
    if (parseFields(call.params.fields ?? '').has('permalink'))
      failIfPermalinkDown(sandbox, 'instagram', account.id)
    return { value: mediaNode(sandbox, post), defaults: 'id', type: 'ShadowIGMedia' as const }
  }
  const container = sandbox.store.get('container', node)
  if (container?.account !== account.id) return undefined
  // After a publish call, a caller reads the container's status to learn the outcome, so this read fails along with the others.
  if (container.attempted_at) failIfReadBackDown(sandbox, 'instagram', account.id)
  return { value: containerNode(container, sandbox.now()), defaults: 'id', type: 'IGContainer' as const }
}
