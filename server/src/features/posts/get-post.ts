import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/posts/contract.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { getPostFor } from './posts.ts'
import { viewerOf } from './viewer.ts'

export const getPost = (
  { params }: Input<typeof contract.getPost>,
  call: ScopedCall,
): Promise<Answer<typeof contract.getPost>> => getPostFor(call.tx, viewerOf(call), params.postId, call.now)
