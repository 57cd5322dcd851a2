import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/reports/contract.ts'
import { type ReportContent, reportContent } from '#domain/reports/model.ts'
import { audit, byScoped } from '#server/platform/audit/audit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { keepPictures } from './figures/sent-pictures.ts'
import { findReport, nameOf, type ReportRow, readContent } from './reports.ts'
import { draftRefusal } from './save-report.ts'

export const freezeReport = async (
  { params, body }: Input<typeof contract.freezeReport>,
  call: ScopedCall,
): Promise<Answer<typeof contract.freezeReport>> => {
  const { tx, scope } = call
  const row = await findReport(tx, scope, params.reportId)
  if (!row) return fail('not_found')
  return (await freeze(call, row, body.version)) ? {} : draftRefusal(tx, scope, params.reportId)
}

/** Keeps what the draft says now for good. @returns null if it is no draft any more, or of another version */
export const freeze = async (
  call: ScopedCall,
  row: ReportRow,
  version: number,
): Promise<ReportContent | null> => {
  const { tx, scope, person, now, services } = call
  // Sentences that the writer did not take are nobody else's business.
  const said = { ...(await readContent(tx, services.storage, scope, { row, now })), suggestions: [] }
  // Checked, because it is read back for years.
  const content = reportContent.parse(said)
  const frozen = await tx
    .updateTable('reports')
    .set({ content: JSON.stringify(content), sent_at: now, sent_by: person.userId, updated_at: now })
    .where('project_id', '=', scope.projectId)
    .where('id', '=', row.id)
    .where('version', '=', version)
    .where('sent_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!frozen) return null
  await keepPictures(tx, services.storage, row, content.posts)
  await audit(tx, byScoped(call), { action: 'report.frozen', subject: nameOf(row) })
  return content
}
