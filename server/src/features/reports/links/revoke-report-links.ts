import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/reports/contract.ts'
import { audit, byScoped } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { findReport, nameOf } from '../reports.ts'

export const revokeReportLinks = async (
  { params, query }: Input<typeof contract.revokeReportLinks>,
  call: ScopedCall,
): Promise<Answer<typeof contract.revokeReportLinks>> => {
  const { tx, scope } = call
  const report = await findReport(tx, scope, params.reportId)
  if (!report) return fail('not_found')
  const ofReport = tx
    .deleteFrom('report_links')
    .where('project_id', '=', scope.projectId)
    .where('report_id', '=', params.reportId)
  const chosen = query.link_id === undefined ? ofReport : ofReport.where('id', '=', query.link_id)
  const links = (await chosen.returning('id').execute()).length
  if (links === 0 && query.link_id !== undefined) return fail('not_found')
  if (links > 0)
    await audit(tx, byScoped(call), {
      action: 'report_link.revoked',
      subject: nameOf(report),
      old: { links },
    })
  return { revoked: links }
}

export const deleteReportLinks = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  await tx.deleteFrom('report_links').where('id', 'in', ids).execute()
}
