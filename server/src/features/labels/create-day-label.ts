import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/labels/contract.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { toColumns, toWireLabel } from './day-labels.ts'

export const createDayLabel = async (
  { body }: Input<typeof contract.createDayLabel>,
  { tx, scope, now, emit }: ScopedCall,
): Promise<Answer<typeof contract.createDayLabel>> => {
  const row = await tx
    .insertInto('day_labels')
    .values({ ...toColumns(body), project_id: scope.projectId, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  // All open calendars of the project show the label, so they hear of every change.
  await emit({ type: 'day_label.created' })
  return toWireLabel(row)
}
