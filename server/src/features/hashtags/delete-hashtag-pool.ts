import type * as contract from '#domain/hashtags/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

export const deleteHashtagPool = async (
  { params }: Input<typeof contract.deleteHashtagPool>,
  { tx, scope, person, now, emit }: ScopedCall,
): Promise<Answer<typeof contract.deleteHashtagPool>> => {
  const { numUpdatedRows } = await tx
    .updateTable('hashtag_pools')
    .set({ deleted_at: now, deleted_by: person.userId })
    .where('id', '=', params.poolId)
    .where('project_id', '=', scope.projectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return fail('not_found')
  await emit({ type: 'hashtag_pool.deleted' })
  return {}
}
