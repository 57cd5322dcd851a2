import type * as contract from '#domain/accounts/second-factor-contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import { takeBackAttempt, waitBefore } from '#server/platform/session/attempts.ts'
import { confirmSession } from '#server/platform/session/tokens.ts'
import { findPasswordProblem, passwordGuesses } from '../current-password.ts'
import { countSecondFactorGuess } from '../password/guesses.ts'
import { useCode } from './second-factors.ts'

type Confirmed = Answer<typeof contract.confirmItIsYou>

const refusePassword = async (
  { db, now, person: { userId } }: SignedInPoolCall,
  kept: string | null,
  given: string,
): Promise<Confirmed | null> => {
  // Who has neither shows it by signing in again (decision 110).
  if (kept === null) return fail('sign_in_again')
  const limit = passwordGuesses(userId)
  const wait = await waitBefore(db, limit, now)
  if (wait !== null) return fail('too_many_requests', { wait })
  const problem = await findPasswordProblem(kept, given)
  if (problem !== null) return fail('validation_error', { errors: { password: [problem] } })
  await takeBackAttempt(db, limit.subject)
  return null
}

const refuseCode = async (
  call: SignedInPoolCall,
  password_hash: string | null,
  code: string,
): Promise<Confirmed | null> => {
  const { db, now, services, person } = call
  const counted = await countSecondFactorGuess(call, { id: person.userId, password_hash })
  if (isFailure(counted)) return counted
  const used = await inTransaction(db, tx =>
    useCode(tx, services.config, { userId: person.userId, code, now }),
  )
  if (isFailure(used)) return used
  await counted()
  return null
}

export const confirmItIsYou = async (
  { body }: Input<typeof contract.confirmItIsYou>,
  call: SignedInPoolCall,
): Promise<Confirmed> => {
  const { db, now, person } = call
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', person.userId)
    .executeTakeFirstOrThrow()
  const refused =
    'code' in body
      ? await refuseCode(call, password_hash, body.code)
      : await refusePassword(call, password_hash, body.password)
  if (refused) return refused
  await confirmSession(db, person.sessionId, now)
  return {}
}
