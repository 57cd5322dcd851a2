import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/proofs/contract.ts'
import { PIN_TRIES_PER_DAY } from '#domain/proofs/contract.ts'
import type { SharedProof } from '#domain/proofs/model.ts'
import { withSignedMedia } from '#server/features/approval-links/signed-media.ts'
import { readLanguage } from '#server/features/projects/client-language.ts'
import type { PoolCall } from '#server/platform/http/route.ts'
import { takeBackAttempt, waitBefore } from '#server/platform/session/attempts.ts'
import { isPassword } from '#server/platform/session/passwords.ts'
import { signerOf } from '#server/platform/session/signer.ts'
import { findProof, noteOpening, type ProofRow, sharedProofOf } from './proofs.ts'

type Key = Pick<Input<typeof contract.openProof>['body'], 'pin' | 'pass'>

export const openProof = async (
  { body }: Input<typeof contract.openProof>,
  call: PoolCall,
): Promise<Answer<typeof contract.openProof>> => {
  const { db, now } = call
  const row = await findProof(db, body.token, now)
  if (!row) return fail('not_found')
  const pass = await passOf(call, row, body)
  if (isFailure(pass)) return pass
  const language = await readLanguage(db, { userId: null, projectId: row.project_id })
  if (pass === 'locked') return { language, proof: null, pass: null }
  const proof = await signedProofOf(call, row)
  if (!proof) return fail('not_found')
  await noteOpening(db, row, now)
  return { language, proof, pass }
}

const DAY_MINUTES = 24 * 60

/** What opens it in place of its PIN, null if it has none; `locked`: the PIN has to be entered. Only wrong PINs count. */
export const passOf = async (
  { db, now, services }: PoolCall,
  { id, pin_hash }: ProofRow,
  { pin, pass }: Key,
): Promise<string | null | 'locked' | Failure<'wrong_pin' | 'too_many_requests'>> => {
  if (pin_hash === null) return null
  const signer = signerOf(services.config)
  const opens = `${id} ${pin_hash}`
  if (pass !== undefined && signer.isSigned('proof pass', opens, pass)) return pass
  if (pin === undefined) return 'locked'
  const subject = `pins of proof ${id}`
  const wait = await waitBefore(db, { subject, times: PIN_TRIES_PER_DAY, minutes: DAY_MINUTES }, now)
  if (wait !== null) return fail('too_many_requests', { wait })
  if (!(await isPassword(pin_hash, pin))) return fail('wrong_pin')
  await takeBackAttempt(db, subject)
  return signer.sign('proof pass', opens)
}

/** Addresses of pictures, for this long at most; they end with the link. */
const PICTURE_SECONDS = 2 * 3600
const HOUR_MS = 3_600_000

const signedProofOf = async (call: PoolCall, row: ProofRow): Promise<SharedProof | null> => {
  const { services, now } = call
  const proof = await sharedProofOf(call, row)
  if (!proof) return null
  const start = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS
  const left = Math.floor((row.expires_at.getTime() - start) / 1000)
  const validity = { seconds: Math.min(PICTURE_SECONDS, left), link: row.id }
  return withSignedMedia(proof, { ...services.config, publicUrl: '' }, now, validity)
}
