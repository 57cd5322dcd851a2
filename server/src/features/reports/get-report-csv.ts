import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/reports/contract.ts'
import type { FileAnswer } from '#server/platform/http/answers/file-answer.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { csvAnswer } from './report-table.ts'
import { findReport, readContent, toWritten } from './reports.ts'

export const getReportCsv = async (
  { params }: Input<typeof contract.getReportCsv>,
  { db, scope, now, services }: ScopedPoolCall,
): Promise<Answer<typeof contract.getReportCsv> | FileAnswer> => {
  const row = await findReport(db, scope, params.reportId)
  if (!row) return fail('not_found')
  const content = row.content ?? (await readContent(db, services.storage, scope, { row, now }))
  return csvAnswer({ ...toWritten(row), content })
}
