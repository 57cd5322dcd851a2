import type * as contract from '#domain/billing/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { FileAnswer } from '#server/platform/http/answers/file-answer.ts'
import type { AgencyPoolCall } from '#server/platform/http/route.ts'
import { prepareInTurn } from '#server/platform/reading-turns.ts'
import { printInvoice, readInvoiceWords } from '../invoice-words.ts'

/** One invoice as a file for the books. */
export const getInvoicePdf = async (
  { params }: Input<typeof contract.getInvoicePdf>,
  { db, agency, person, services, now }: AgencyPoolCall,
): Promise<Answer<typeof contract.getInvoicePdf> | FileAnswer> => {
  const words = await readInvoiceWords(db, services.config, { ...agency, invoiceId: params.invoiceId })
  if (!words) return fail('not_found')
  // Somebody who asks for many delays only their own.
  const pdf = await prepareInTurn(
    person.userId,
    async () => words,
    it => printInvoice(it, now),
  )
  return new FileAnswer({
    name: `${words.fileName}.pdf`,
    contentType: 'application/pdf',
    content: pdf,
    isDownload: true,
  })
}
