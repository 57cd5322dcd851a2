import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { deletePost } from '#domain/posts/contract.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { deleteAll } from './delete-posts.ts'

export const deleteOnePost = (
  { params }: Input<typeof deletePost>,
  call: ScopedCall,
): Promise<Answer<typeof deletePost>> => deleteAll(call, [params.postId])
