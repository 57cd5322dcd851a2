import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/reports/contract.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { toSummary } from './reports.ts'
import { readSentTo } from './sent-to.ts'

export const listReports = async (
  _input: Input<typeof contract.listReports>,
  { db, scope }: ScopedPoolCall,
): Promise<Answer<typeof contract.listReports>> => {
  const rows = await db
    .selectFrom('reports')
    .select(['id', 'from_day', 'to_day', 'networks', 'sent_at', 'updated_at'])
    .where('project_id', '=', scope.projectId)
    .orderBy('from_day', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const sentTo = await readSentTo(
    db,
    scope,
    rows.map(({ id }) => id),
  )
  return rows.map(row => ({ ...toSummary(row), sent_to: [...(sentTo.get(row.id) ?? [])] }))
}
