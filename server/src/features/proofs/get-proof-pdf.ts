import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/proofs/contract.ts'
import { readLanguage } from '#server/features/projects/client-language.ts'
import { FileAnswer } from '#server/platform/http/answers/file-answer.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { printProof } from './pdf/print-proof.ts'
import { findListedProof, sharedProofOf } from './proofs.ts'

/** As the readers of its link get it. */
export const getProofPdf = async (
  { params, query: { paper } }: Input<typeof contract.getProofPdf>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.getProofPdf> | FileAnswer> => {
  const { db, scope, person, now, services } = call
  const row = await findListedProof(db, scope, params.proofId, now)
  if (!row) return fail('not_found')
  const language = await readLanguage(db, { userId: null, projectId: row.project_id })
  const read = async () => {
    const proof = await sharedProofOf(call, row)
    return proof && { proof, language, paper, at: now }
  }
  const pdf = await printProof(services.storage, read, person)
  return pdf ? pdfAnswer(pdf) : fail('not_found')
}

/** Saved under a name that no header has to encode; the page gives it a better one. */
export const pdfAnswer = (content: Uint8Array): FileAnswer =>
  new FileAnswer({ name: 'proof.pdf', contentType: 'application/pdf', content, isDownload: true })
