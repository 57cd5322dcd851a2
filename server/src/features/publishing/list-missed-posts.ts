import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/publishing/pauses-contract.ts'
import { MISSED_POSTS_MAX } from '#domain/publishing/pauses-contract.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { listMissed } from './pauses.ts'

export const listMissedPosts = (
  _input: Input<typeof contract.listMissedPosts>,
  { db, scope }: ScopedPoolCall,
): Promise<Answer<typeof contract.listMissedPosts>> => listMissed(db, scope, MISSED_POSTS_MAX)
