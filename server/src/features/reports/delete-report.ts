import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/reports/contract.ts'
import { audit, byScoped } from '#server/platform/audit/audit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { findReport, nameOf } from './reports.ts'

export const deleteReport = async (
  { params }: Input<typeof contract.deleteReport>,
  call: ScopedCall,
): Promise<Answer<typeof contract.deleteReport>> => {
  const { tx, scope } = call
  const deleted = await tx
    .deleteFrom('reports')
    .where('project_id', '=', scope.projectId)
    .where('id', '=', params.reportId)
    .where('sent_at', 'is', null)
    .returning(['from_day', 'to_day'])
    .executeTakeFirst()
  if (!deleted) return fail((await findReport(tx, scope, params.reportId)) ? 'report_sent' : 'not_found')
  await audit(tx, byScoped(call), { action: 'report.deleted', subject: nameOf(deleted) })
  return {}
}
