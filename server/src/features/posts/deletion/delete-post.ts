import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/posts/contract.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { deleteAll } from './delete-posts.ts'

export const deletePost = (
  { params }: Input<typeof contract.deletePost>,
  call: ScopedCall,
): Promise<Answer<typeof contract.deletePost>> => deleteAll(call, [params.postId])
