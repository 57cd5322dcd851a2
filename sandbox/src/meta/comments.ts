import type { Comment, Post } from '../model.ts'
import { type Answer, permalink, type Sandbox } from '../sandbox.ts'
import type { GraphCall } from './call.ts'
import { GraphError, missingParameter, unreachableObject } from './errors.ts'
import { graphList, graphTime, readSlice } from './paging.ts'
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

export function commentNode(sandbox: Sandbox, post: Post, comment: Comment) {
  const author = sandbox.store.get('account', comment.author)
  const created = graphTime(comment.created_at)
  const link = `${permalink(sandbox, post)}#comment-${comment.id}`
  if (post.network === 'instagram') {
    return { id: comment.id, text: comment.text, timestamp: created, username: author?.handle }
  }
  const from = { name: author?.name, id: comment.author }
  return { id: comment.id, message: comment.text, created_time: created, permalink_url: link, from }
}

function createComment(call: GraphCall): Answer {
  const post = postOf(call)
  const message = call.params.message ?? ''
  if (message.trim() === '') throw missingParameter('message')
  const { ids, store, now } = call.sandbox
  const id = post.network === 'facebook' ? `${post.id}_${ids.facebook()}` : ids.instagramMedia()
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
  const data = page.map(comment => commentNode(call.sandbox, post, comment))
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
  if (post.network === 'instagram') {
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
