import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/posts/contract.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { getPostFor } from './posts.ts'
import { viewerOf } from './viewer.ts'

export const getPost = (
  { params }: Input<typeof contract.getPost>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.getPost>> => getPostFor(call.db, viewerOf(call), params.postId, call.now)
