import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/reports/contract.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'
import { findReport } from './reports.ts'

/** Why a draft's version could not be changed. */
export const draftRefusal = async (
  tx: Tx,
  scope: ProjectScope,
  reportId: number,
): Promise<Failure<'not_found' | 'report_sent' | 'stale_version'>> => {
  const row = await findReport(tx, scope, reportId)
  return fail(row === undefined ? 'not_found' : row.sent_at === null ? 'stale_version' : 'report_sent')
}

export const saveReport = async (
  { params, body }: Input<typeof contract.saveReport>,
  { tx, scope, now }: ScopedCall,
): Promise<Answer<typeof contract.saveReport>> => {
  const { goal, reasons, language, version } = body
  const saved = await tx
    .updateTable('reports')
    .set({ goal, reasons, ...(language ? { language } : {}), version: version + 1, updated_at: now })
    .where('project_id', '=', scope.projectId)
    .where('id', '=', params.reportId)
    .where('version', '=', version)
    .where('sent_at', 'is', null)
    .returning('version')
    .executeTakeFirst()
  return saved ?? draftRefusal(tx, scope, params.reportId)
}
