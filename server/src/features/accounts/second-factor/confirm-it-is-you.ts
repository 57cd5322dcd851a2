import type * as contract from '#domain/accounts/second-factor-contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import { takeBackAttempt, waitBefore } from '#server/platform/session/attempts.ts'
import { confirmSession } from '#server/platform/session/tokens.ts'
import { asksSecondFactor } from '../ask-second-factor.ts'
import { findPasswordProblem, passwordGuesses } from '../current-password.ts'
import { countSecondFactorGuess } from '../password/guesses.ts'
import { useCode } from './second-factors.ts'
import { tellOfSecondFactor } from './tell-of-second-factor.ts'

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

const refuseCode = async (call: SignedInPoolCall, code: string): Promise<Confirmed | null> => {
  const { db, now, services, person } = call
  const { userId: id } = person
  const counted = await countSecondFactorGuess(call, id)
  if (isFailure(counted)) return counted
  const used = await inTransaction(db, async tx => {
    const use = await useCode(tx, services.config, { userId: id, code, now })
    if (use === 'recovery') await tellOfSecondFactor(tx, call, id, 'used')
    return use
  })
  if (isFailure(used)) return used
  await counted()
  return null
}

export const confirmItIsYou = async (
  { body }: Input<typeof contract.confirmItIsYou>,
  call: SignedInPoolCall,
): Promise<Confirmed> => {
  const { db, now, person } = call
  // Otherwise a password that is known to others would turn off what is to keep them out.
  if ('password' in body && (await asksSecondFactor(db, person.userId)))
    return fail('validation_error', { errors: { password: ['Enter a code of your second factor instead'] } })
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', person.userId)
    .executeTakeFirstOrThrow()
  const refused =
    'code' in body
      ? await refuseCode(call, body.code)
      : await refusePassword(call, password_hash, body.password)
  if (refused) return refused
  await confirmSession(db, person.sessionId, now)
  return {}
}
