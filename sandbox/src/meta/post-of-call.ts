import type { Post } from '../platform/model.ts'
import type { GraphCall } from './call.ts'
import { unreachableObject } from './errors.ts'

/** The post that a call names, if the token may see it. @throws GraphError */
export function postOf(call: GraphCall): Post {
  const post = findPost(call)
  if (!post) throw unreachableObject(call.node, call.request.method)
  return post
}

export function findPost(call: GraphCall): Post | undefined {
  const post = call.sandbox.store.get('post', call.node)
  return post?.account === call.account.id ? post : undefined
}
