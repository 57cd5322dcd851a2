import { createHash } from 'node:crypto'
import type { Certificate } from '#domain/certificates/model.ts'
import type { Signer } from '#server/platform/session/signer.ts'

/** Signed alone, so that a key can be recognised as this installation's whatever the rest of a file says. */
const MAKER = 'maker'
const SIGNS = 43

/** How the seal is called in the file's information. */
export const SEAL_NAME = 'GalleySeal'

/** What stands in a file in place of its seal while it is drawn and while its digest is made. */
export const EMPTY_SEAL = `${SEAL_NAME} ${'0'.repeat(SIGNS)}.${'0'.repeat(SIGNS)}`

const sealPattern = new RegExp(`\\(${SEAL_NAME} ([\\w-]{${SIGNS}})\\.([\\w-]{${SIGNS}})\\)`, 'g')

/** How the data is called that a certificate carries. */
export const DATA_NAME = 'approval-certificate.json'

const sign = (signer: Signer, text: string): string => signer.sign('approval certificate', text)
/** Letter by letter: other letters can stand for the same bytes, and a file with them is not as it was made. */
const isSigned = (signer: Signer, text: string, signature: string): boolean =>
  Buffer.from(signature, 'base64url').toString('base64url') === signature &&
  signer.isSigned('approval certificate', text, signature)

/** The data as a file of its own: `data` is signed as it stands there, letter by letter. */
export const signData = (signer: Signer, certificate: Certificate): string => {
  const data = JSON.stringify(certificate)
  return JSON.stringify(
    { maker: sign(signer, MAKER), signature: sign(signer, `data ${data}`), data },
    null,
    1,
  )
}

const digestOf = (pdf: Buffer): string => createHash('sha256').update(pdf).digest('hex')

/** The last one: before it an agency's name may look like a seal. */
const find = (pdf: Buffer) => [...pdf.toString('latin1').matchAll(sealPattern)].at(-1)

/** The file with its seal, which covers every other byte of it (decision 181). @throws if it was not drawn with an empty seal */
export const sealPdf = (signer: Signer, drawn: Uint8Array): Buffer => {
  const pdf = Buffer.from(drawn)
  const found = find(pdf)
  if (found?.[0] !== `(${EMPTY_SEAL})`) throw new Error('a certificate needs a place for its seal')
  const seal = `${sign(signer, MAKER)}.${sign(signer, `file ${digestOf(pdf)}`)}`
  pdf.write(`(${SEAL_NAME} ${seal})`, found.index, 'latin1')
  return pdf
}

/** What is said of a file. `other_installation`: or by a key that this one no longer has. */
export type Verdict = 'unchanged' | 'changed' | 'other_installation' | 'no_certificate'

/** Whether a file is a certificate of this installation as it was made. */
export const verifyPdf = (signer: Signer, file: Buffer): Verdict => {
  const found = find(file)
  if (!found) return looksLikeOne(file) ? 'changed' : 'no_certificate'
  const [, maker = '', signature = ''] = found
  if (!isSigned(signer, MAKER, maker)) return 'other_installation'
  const empty = Buffer.from(file)
  empty.write(`(${EMPTY_SEAL})`, found.index, 'latin1')
  return isSigned(signer, `file ${digestOf(empty)}`, signature) ? 'unchanged' : 'changed'
}

/** Its seal was lost, but something of it tells what it was. */
const looksLikeOne = (file: Buffer): boolean => file.includes(SEAL_NAME) || file.includes(DATA_NAME)

/** The same of the data alone, which somebody has saved out of a certificate. */
export const verifyData = (signer: Signer, text: string): Verdict => {
  const { maker, signature, data } = readEnvelope(text)
  if (typeof maker !== 'string' || typeof signature !== 'string' || typeof data !== 'string')
    return 'no_certificate'
  if (!isSigned(signer, MAKER, maker)) return 'other_installation'
  return isSigned(signer, `data ${data}`, signature) ? 'unchanged' : 'changed'
}

const readEnvelope = (text: string): { maker?: unknown; signature?: unknown; data?: unknown } => {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}
