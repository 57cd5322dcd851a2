import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/reports/contract.ts'
import { chosenVoice, voiceOf } from '#domain/reports/languages.ts'
import type { FileAnswer } from '#server/platform/http/answers/file-answer.ts'
import type { PoolCall } from '#server/platform/http/route.ts'
import { picturesOf } from '../figures/sent-pictures.ts'
import { pdfAnswer } from '../get-report-pdf.ts'
import { printReport } from '../pdf/print-report.ts'
import { findLinkedReport } from './open-report.ts'

export const openReportPdf = async (
  { body }: Input<typeof contract.openReportPdf>,
  { db, now, services }: PoolCall,
): Promise<Answer<typeof contract.openReportPdf> | FileAnswer> => {
  const linked = await findLinkedReport(db, body.token, now)
  if (!linked) return fail('not_found')
  const { row, report } = linked
  const read = async () => {
    const pictures = await picturesOf(db, services.storage, row, report.content.posts)
    const voice = chosenVoice(voiceOf(report.language, report.content.words), body.language ?? null)
    return { report, pictures, paper: body.paper, at: now, voice }
  }
  const pdf = await printReport(read, { linkTo: row.id })
  return pdfAnswer(report.from, pdf)
}
