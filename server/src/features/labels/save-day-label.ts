import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/labels/contract.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { toColumns, toWireLabel } from './day-labels.ts'

export const saveDayLabel = async (
  { params, body }: Input<typeof contract.saveDayLabel>,
  { tx, scope, emit }: ScopedCall,
): Promise<Answer<typeof contract.saveDayLabel>> => {
  if ((body.day_label_id ?? params.dayLabelId) !== params.dayLabelId)
    return fail('validation_error', { errors: { day_label_id: ['Not the label of the path'] } })
  const row = await tx
    .updateTable('day_labels')
    .set(toColumns(body))
    .where('id', '=', params.dayLabelId)
    .where('project_id', '=', scope.projectId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!row) return fail('not_found')
  await emit({ type: 'day_label.saved' })
  return toWireLabel(row)
}
