import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/reports/contract.ts'
import type { FileAnswer } from '#server/platform/http/answers/file-answer.ts'
import type { PoolCall } from '#server/platform/http/route.ts'
import { csvAnswer } from '../report-table.ts'
import { findLinkedReport } from './open-report.ts'

export const openReportCsv = async (
  { body }: Input<typeof contract.openReportCsv>,
  { db, now }: PoolCall,
): Promise<Answer<typeof contract.openReportCsv> | FileAnswer> => {
  const linked = await findLinkedReport(db, body.token, now)
  return linked ? csvAnswer(linked.report) : fail('not_found')
}
