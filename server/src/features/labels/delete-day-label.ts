import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/labels/contract.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

export const deleteDayLabel = async (
  { params }: Input<typeof contract.deleteDayLabel>,
  { tx, scope, person, now, emit }: ScopedCall,
): Promise<Answer<typeof contract.deleteDayLabel>> => {
  const { numUpdatedRows } = await tx
    .updateTable('day_labels')
    .set({ deleted_at: now, deleted_by: person.userId })
    .where('id', '=', params.dayLabelId)
    .where('project_id', '=', scope.projectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return fail('not_found')
  await emit({ type: 'day_label.deleted' })
  return {}
}
