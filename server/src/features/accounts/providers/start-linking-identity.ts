import type * as contract from '#domain/accounts/contract.ts'
import { providerNames } from '#domain/accounts/providers.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import type { LimitedCall, SignedInPoolCall } from '#server/platform/http/route.ts'
import { type Limit, takeBackAttempt } from '#server/platform/session/attempts.ts'
import { makeSecret } from '#server/platform/session/links.ts'
import { findPasswordProblem, passwordGuesses } from '../current-password.ts'
import { rejectUnconfirmed } from './identities.ts'
import { startOauth } from './start-oauth.ts'

/** How long after signing in somebody without a password may link another account. */
const FRESH_MINUTES = 10

/** Guesses of the password are counted with those of changing it. */
export const startLinkingLimit = (_input: unknown, { person }: LimitedCall): Limit | null =>
  person && passwordGuesses(person.userId)

/** What keeps somebody who found an unlocked computer from adding a sign-in method of their own; null: nothing. */
const findProofProblem = async (
  { services: { db }, person, now }: SignedInPoolCall,
  password: string | undefined,
): Promise<Failure<'validation_error' | 'sign_in_again'> | null> => {
  const { password_hash, created_at } = await db
    .selectFrom('users as u')
    .innerJoin('sessions as s', 's.user_id', 'u.id')
    .select(['u.password_hash', 's.created_at'])
    .where('s.id', '=', person.sessionId)
    .executeTakeFirstOrThrow()
  if (password_hash === null)
    return now.getTime() - created_at.getTime() < FRESH_MINUTES * 60_000 ? null : fail('sign_in_again')
  const problem = await findPasswordProblem(password_hash, password)
  return problem === null ? null : fail('validation_error', { errors: { password: [problem] } })
}

/** The web app recognizes the callback by its state, even if the tab that started it is gone. */
export const startLinkingIdentity = async (
  { body: { provider, password } }: Input<typeof contract.startLinkingIdentity>,
  call: SignedInPoolCall,
): Promise<Answer<typeof contract.startLinkingIdentity>> => {
  const { services, person } = call
  const refused =
    (await rejectUnconfirmed(services.db, person.userId)) ?? (await findProofProblem(call, password))
  if (refused) return refused
  // Only wrong passwords count, so that linking does not keep its owner from changing it.
  await takeBackAttempt(services.db, passwordGuesses(person.userId).subject)
  const url = await startOauth(services, provider, {
    state: `link-${makeSecret()}`,
    session_id: person.sessionId,
  })
  if (url === null) return fail('not_found')
  return url === 'unavailable'
    ? fail('provider_unavailable', { values: { provider: providerNames[provider] } })
    : { url }
}
