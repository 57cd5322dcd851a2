import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/labels/contract.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { toWireLabel } from './queries.ts'

type Fields = Pick<Input<typeof contract.saveDayLabel>['body'], 'text' | 'color' | 'start_at' | 'end_at'>

/** With one day picked, or an empty end, it is the label of that day (document 2 section 5 "Labels"). */
const columnsOf = ({ text, color, start_at, end_at }: Fields) => ({
  ...{ text, color, start_at, end_at: end_at ?? start_at },
})

export const addLabel = async (
  { body }: Input<typeof contract.createDayLabel>,
  { tx, scope, now, emit }: ScopedCall,
): Promise<Answer<typeof contract.createDayLabel>> => {
  const row = await tx
    .insertInto('day_labels')
    .values({ ...columnsOf(body), project_id: scope.projectId, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  // Open calendars of the project are told of every change: a label is drawn in all of them.
  await emit({ type: 'day_label.created' })
  return toWireLabel(row)
}

export const saveOneLabel = async (
  { params, body }: Input<typeof contract.saveDayLabel>,
  { tx, scope, emit }: ScopedCall,
): Promise<Answer<typeof contract.saveDayLabel>> => {
  if ((body.day_label_id ?? params.dayLabelId) !== params.dayLabelId)
    return fail('validation_error', { errors: { day_label_id: ['Not the label of the path'] } })
  const row = await tx
    .updateTable('day_labels')
    .set(columnsOf(body))
    .where('id', '=', params.dayLabelId)
    .where('project_id', '=', scope.projectId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!row) return fail('not_found')
  await emit({ type: 'day_label.saved' })
  return toWireLabel(row)
}

export const removeLabel = async (
  { params }: Input<typeof contract.deleteDayLabel>,
  { tx, scope, now, emit }: ScopedCall,
): Promise<Answer<typeof contract.deleteDayLabel>> => {
  const { numUpdatedRows } = await tx
    .updateTable('day_labels')
    .set({ deleted_at: now })
    .where('id', '=', params.dayLabelId)
    .where('project_id', '=', scope.projectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return fail('not_found')
  await emit({ type: 'day_label.deleted' })
  return {}
}
