import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/proofs/contract.ts'
import { readLanguage } from '#server/features/projects/client-language.ts'
import type { FileAnswer } from '#server/platform/http/answers/file-answer.ts'
import type { PoolCall } from '#server/platform/http/route.ts'
import { pdfAnswer } from './get-proof-pdf.ts'
import { passOf } from './open-proof.ts'
import { printProof } from './pdf/print-proof.ts'
import { findProof, sharedProofOf } from './proofs.ts'

export const openProofPdf = async (
  { body }: Input<typeof contract.openProofPdf>,
  call: PoolCall,
): Promise<Answer<typeof contract.openProofPdf> | FileAnswer> => {
  const { db, now, services } = call
  const row = await findProof(db, body.token, now)
  if (!row) return fail('not_found')
  const pass = await passOf(call, row, body)
  if (isFailure(pass)) return pass
  if (pass === 'locked') return fail('wrong_pin')
  const language = body.language ?? (await readLanguage(db, { userId: null, projectId: row.project_id }))
  // Whoever waits for their turn gets nothing any more once the link has been revoked.
  const read = async () => {
    const found = await findProof(db, body.token, now)
    const proof = found && (await sharedProofOf(call, found))
    return proof && { proof, language, paper: body.paper, at: now }
  }
  const pdf = await printProof(services.storage, read, { linkTo: row.id })
  return pdf ? pdfAnswer(pdf) : fail('not_found')
}
