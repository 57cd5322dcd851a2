import { facebookComment, facebookCommentId } from '../facebook/comments.ts'
import { instagramComment, instagramCommentId } from '../instagram/comments.ts'
import type { Post } from '../model.ts'
import type { Answer } from '../sandbox.ts'
import type { GraphCall } from './call.ts'
import { GraphError, missingParameter, unreachableObject } from './errors.ts'
import { graphList, readSlice } from './paging.ts'
import { refuseWhenReadBackIsDown } from './troubles.ts'

/** The post a call speaks of, when the token may see it. */
export function postOf(call: GraphCall): Post {
  const post = findPost(call)
  if (!post) throw unreachableObject(call.node, call.request.method)
  return post
}

export function findPost(call: GraphCall): Post | undefined {
  const post = call.sandbox.store.get('post', call.node)
  return post?.account === call.account.id ? post : undefined
}

/** What the two networks do differently. */
const customs = {
  facebook: { newId: facebookCommentId, node: facebookComment, canDeletePosts: true },
  instagram: { newId: instagramCommentId, node: instagramComment, canDeletePosts: false },
}

function customsOf(call: GraphCall) {
  return customs[call.account.network as keyof typeof customs]
}

function createComment(call: GraphCall): Answer {
  const post = postOf(call)
  const message = call.params.message ?? ''
  if (message.trim() === '') throw missingParameter('message')
  const { store, now } = call.sandbox
  const id = customsOf(call).newId(call.sandbox, post)
  const { network, account } = post
  store.put('comment', {
    id,
    network,
    account,
    parent: post.id,
    author: account,
    text: message,
    created_at: now(),
  })
  return { status: 200, body: { id } }
}

function listComments(call: GraphCall): Answer {
  const post = postOf(call)
  refuseWhenReadBackIsDown(call.sandbox, call.account.network as 'facebook' | 'instagram', call.account.id)
  const slice = readSlice(call.params)
  const comments = call.sandbox.store.list('comment', { parent: post.id }).reverse()
  const page = comments.slice(slice.offset, slice.offset + slice.limit)
  const data = page.map(comment => customsOf(call).node(call.sandbox, post, comment))
  return { status: 200, body: graphList(call, data, slice, comments.length) }
}

/** Facebook deletes posts and comments; media of an Instagram account cannot be deleted through the API. */
export function deleteNode(call: GraphCall): Answer {
  const { store } = call.sandbox
  const comment = store.get('comment', call.node)
  if (comment?.account === call.account.id) {
    store.remove('comment', comment.id)
    return { status: 200, body: { success: true } }
  }
  const post = postOf(call)
  if (!customsOf(call).canDeletePosts) {
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
