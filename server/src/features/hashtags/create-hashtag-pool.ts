import type * as contract from '#domain/hashtags/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { toWirePool } from './pools.ts'

export const createHashtagPool = async (
  { body: { pool_name, hashtags } }: Input<typeof contract.createHashtagPool>,
  { tx, scope, now, emit }: ScopedCall,
): Promise<Answer<typeof contract.createHashtagPool>> => {
  const row = await tx
    .insertInto('hashtag_pools')
    .values({ project_id: scope.projectId, pool_name, hashtags, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  await emit({ type: 'hashtag_pool.created' })
  return toWirePool(row)
}
