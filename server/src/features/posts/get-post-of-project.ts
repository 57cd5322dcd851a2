import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/posts/contract.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { getPostFor } from './posts.ts'
import { viewerOf } from './viewer.ts'

export const getPostOfProject = (
  { params }: Input<typeof contract.getPostOfProject>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.getPostOfProject>> =>
  getPostFor(call.db, viewerOf(call), params.postId, call.now)
