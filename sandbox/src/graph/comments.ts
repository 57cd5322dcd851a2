import { facebookComment, facebookCommentId } from '../facebook/comments.ts'
import { showMentions } from '../facebook/public-pages.ts'
import { checkMayComment, instagramComment, instagramCommentId } from '../instagram/comments.ts'
import type { GraphCall } from '../meta/call.ts'
import { GraphError, missingParameter } from '../meta/errors.ts'
import { failIfReadBackDown } from '../meta/faults.ts'
import { pick, readFields } from '../meta/fields.ts'
import { graphList, readSlice } from '../meta/paging.ts'
import { postOf } from '../meta/post-of-call.ts'
import { requireScopes } from '../meta/tokens.ts'
import type { Post } from '../platform/model.ts'
import type { HttpReply, Sandbox } from '../platform/sandbox.ts'

const unchanged = (_sandbox: Sandbox, text: string): { text: string; mentions?: string[] } => ({ text })

/** How Facebook and Instagram differ. */
const commentRules = {
  facebook: {
    newId: facebookCommentId,
    node: facebookComment,
    may: ({ token }: GraphCall) => requireScopes(token, 'pages_manage_engagement'),
    type: 'Comment',
    defaults: 'id,message,created_time,from',
    longest: 8_000,
    canDeletePosts: true,
    shown: showMentions,
  },
  instagram: {
    newId: instagramCommentId,
    node: instagramComment,
    may: checkMayComment,
    type: 'IGComment',
    defaults: 'id,text,timestamp',
    longest: 2_200,
    canDeletePosts: false,
    shown: unchanged,
  },
} as const

function rulesOf(call: GraphCall) {
  return commentRules[call.account.network as keyof typeof commentRules]
}

function createComment(call: GraphCall): HttpReply {
  const post = postOf(call)
  const message = call.params.message ?? ''
  if (message.trim() === '') throw missingParameter('message')
  rulesOf(call).may(call, post)
  if (message.length > rulesOf(call).longest)
    throw new GraphError({ message: '(#100) Comment is too long', code: 100 })
  const { store, now } = call.sandbox
  const isLost = takeCommentFault(call, post)
  const id = rulesOf(call).newId(call.sandbox, post)
  const { network, account } = post
  store.put('comment', {
    id,
    network,
    account,
    parent: post.id,
    author: account,
    ...rulesOf(call).shown(call.sandbox, message),
    created_at: now(),
  })
  return { status: 200, body: { id }, lost: isLost }
}

/** Whether a fault cuts the connection after the comment is stored. @throws GraphError if a fault refuses the comment */
function takeCommentFault({ sandbox }: GraphCall, { network, account }: Post): boolean {
  const fault = sandbox.faults.take('comment', network, account)
  if (fault?.fault !== 'comment_refused') return fault !== undefined
  const message = '(#200) The user has not authorized the application to perform this action'
  throw new GraphError({ message, code: 200, status: 403 })
}

function listComments(call: GraphCall): HttpReply {
  const post = postOf(call)
  failIfReadBackDown(call.sandbox, call.account.network as 'facebook' | 'instagram', call.account.id)
  const { type, defaults, node } = rulesOf(call)
  const fields = readFields(call.params.fields ?? defaults, type)
  const slice = readSlice(call.params)
  const comments = call.sandbox.store.list('comment', { parent: post.id }).reverse()
  const page = comments.slice(slice.offset, slice.offset + slice.limit)
  const data = page.map(comment => pick(node(call.sandbox, post, comment), fields))
  return { status: 200, body: graphList(call, data, slice, comments.length) }
}

/** Deletes a post or comment. Media of an Instagram account cannot be deleted through the API. */
export function deleteNode(call: GraphCall): HttpReply {
  const { store } = call.sandbox
  const comment = store.get('comment', call.node)
  if (comment?.account === call.account.id) {
    store.remove('comment', comment.id)
    return { status: 200, body: { success: true } }
  }
  const post = postOf(call)
  if (!rulesOf(call).canDeletePosts) {
    throw new GraphError({
      message: '(#3) Application does not have the capability to make this API call.',
      code: 3,
    })
  }
  store.transaction(() => {
    store.remove('post', post.id)
    for (const each of store.list('comment', { parent: post.id })) store.remove('comment', each.id)
  })
  return { status: 200, body: { success: true } }
}

export const commentEdges = {
  'POST comments': createComment,
  'GET comments': listComments,
}
