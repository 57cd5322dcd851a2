import type * as contract from '#domain/hashtags/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { toWirePool } from './pools.ts'

export const saveHashtagPool = async (
  { body: { id, pool_name, hashtags, version } }: Input<typeof contract.saveHashtagPool>,
  { tx, scope, emit }: ScopedCall,
): Promise<Answer<typeof contract.saveHashtagPool>> => {
  const pool = await tx
    .selectFrom('hashtag_pools')
    .select('version')
    .where('id', '=', id)
    .where('project_id', '=', scope.projectId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!pool) return fail('not_found')
  if (version !== undefined && version !== pool.version) return fail('stale_version')
  const row = await tx
    .updateTable('hashtag_pools')
    .set({ pool_name, hashtags, version: pool.version + 1 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await emit({ type: 'hashtag_pool.saved' })
  return toWirePool(row)
}
