import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/posts/contract.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { getPostFor } from './posts.ts'
import { viewerOf } from './viewer.ts'

export const getPostOfProject = (
  { params }: Input<typeof contract.getPostOfProject>,
  call: ScopedCall,
): Promise<Answer<typeof contract.getPostOfProject>> =>
  getPostFor(call.tx, viewerOf(call), params.postId, call.now)
