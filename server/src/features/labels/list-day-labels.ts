import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/labels/contract.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { toWireLabel } from './day-labels.ts'

export const listDayLabels = async (
  _input: Input<typeof contract.listDayLabels>,
  { db, scope }: ScopedPoolCall,
): Promise<Answer<typeof contract.listDayLabels>> => {
  const rows = await db
    .selectFrom('day_labels')
    .selectAll()
    .where('project_id', '=', scope.projectId)
    .where('deleted_at', 'is', null)
    .orderBy('start_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toWireLabel)
}
