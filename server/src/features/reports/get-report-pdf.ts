import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/reports/contract.ts'
import { voiceOf } from '#domain/reports/languages.ts'
import { FileAnswer } from '#server/platform/http/answers/file-answer.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { picturesOf } from './figures/sent-pictures.ts'
import { printReport } from './pdf/print-report.ts'
import { findReport, readContent, toWritten } from './reports.ts'

export const getReportPdf = async (
  { params, query }: Input<typeof contract.getReportPdf>,
  { db, scope, person, now, services }: ScopedPoolCall,
): Promise<Answer<typeof contract.getReportPdf> | FileAnswer> => {
  const row = await findReport(db, scope, params.reportId)
  if (!row) return fail('not_found')
  const read = async () => {
    const content = row.content ?? (await readContent(db, services.storage, scope, { row, now }))
    const pictures = await picturesOf(db, services.storage, row, content.posts)
    const voice = voiceOf(row.language, content.words)
    return { report: { ...toWritten(row), content }, pictures, paper: query.paper, at: now, voice }
  }
  const pdf = await printReport(read, person)
  return pdfAnswer(row.from_day, pdf)
}

/** Saved under a name that no header has to encode; the page gives it a better one. */
export const pdfAnswer = (from: string, pdf: Uint8Array): FileAnswer =>
  new FileAnswer({
    name: `report-${from}.pdf`,
    contentType: 'application/pdf',
    content: pdf,
    isDownload: true,
  })
