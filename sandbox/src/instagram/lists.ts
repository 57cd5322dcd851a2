import type { GraphCall } from '../meta/call.ts'
import { failIfReadBackDown } from '../meta/faults.ts'
import { pick, readFields } from '../meta/fields.ts'
import { graphList, readSlice } from '../meta/paging.ts'
import type { HttpReply } from '../platform/sandbox.ts'
import type { Filter } from '../platform/store.ts'
import { requireOwnAccount } from './account.ts'
import { mediaNode } from './nodes.ts'
import { storyLifeMs } from './posts.ts'

/** The account's media without its stories, newest first. */
export function listMedia(call: GraphCall): HttpReply {
  const { since, until } = readSlice(call.params)
  return listPosts(call, { isStory: false, since, until })
}

/** The currently visible stories, newest first. */
export function listStories(call: GraphCall): HttpReply {
  return listPosts(call, { isStory: true, since: call.sandbox.now() - storyLifeMs + 1 })
}

function listPosts(call: GraphCall, which: Filter): HttpReply {
  requireOwnAccount(call, 'instagram_basic')
  const { sandbox, account, params } = call
  failIfReadBackDown(sandbox, 'instagram', account.id)
  const slice = readSlice(params)
  const { limit, offset } = slice
  const mine: Filter = { network: 'instagram', account: account.id, ...which }
  const fields = readFields(params.fields ?? 'id', 'ShadowIGMedia')
  const posts = sandbox.store.list('post', { ...mine, limit, offset })
  const data = posts.map(post => pick(mediaNode(sandbox, post), fields))
  return { status: 200, body: graphList(call, data, slice, sandbox.store.count('post', mine)) }
}
