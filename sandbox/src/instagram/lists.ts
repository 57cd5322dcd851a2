import type { GraphCall } from '../meta/call.ts'
import { parseFields, pick } from '../meta/fields.ts'
import { graphList, readSlice } from '../meta/paging.ts'
import { refuseWhenReadBackIsDown } from '../meta/troubles.ts'
import type { Post } from '../model.ts'
import type { Answer } from '../sandbox.ts'
import { ownAccount } from './account.ts'
import { mediaNode } from './nodes.ts'

/** The account's media, newest first. Stories are not among them. */
export function listMedia(call: GraphCall): Answer {
  return listPosts(call, post => post.story_until === undefined)
}

/** The stories that can be seen now, newest first. */
export function listStories(call: GraphCall): Answer {
  const now = call.sandbox.now()
  return listPosts(call, post => post.story_until !== undefined && post.story_until > now)
}

function listPosts(call: GraphCall, isListed: (post: Post) => boolean): Answer {
  ownAccount(call, 'instagram_basic')
  const { sandbox, account, params } = call
  refuseWhenReadBackIsDown(sandbox, 'instagram', account.id)
  const slice = readSlice(params)
  const { since, until } = slice
  const posts = sandbox.store
    .list('post', { network: 'instagram', account: account.id, since, until })
    .filter(isListed)
  const fields = parseFields(params.fields ?? 'id')
  const data = posts
    .slice(slice.offset, slice.offset + slice.limit)
    .map(post => pick(mediaNode(sandbox, post), fields))
  return { status: 200, body: graphList(call, data, slice, posts.length) }
}
