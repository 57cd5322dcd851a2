import type * as contract from '#domain/accounts/contract.ts'
import { type Provider, providerNames } from '#domain/accounts/providers.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import type { VerifiedPerson } from '#server/identity/provider.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'
import { hashSecret } from '#server/platform/session/links.ts'
import { insertIdentity, mailIdentityLinked, rejectUnconfirmed } from './identities.ts'
import { lockIdentity } from './identity-sign-in.ts'
import { readSignInMethods } from './list-sign-in-methods.ts'
import { askProvider } from './oauth-callback.ts'

/** Consumes the attempt, which must belong to this session: a callback that a stranger slips into this browser links nobody. */
const consumeAttempt = ({ db, now, person }: SignedInPoolCall, provider: Provider, state: string) =>
  db
    .deleteFrom('sign_in_attempts')
    .where('state_hash', '=', hashSecret(state))
    .where('session_id', '=', person.sessionId)
    .where('provider', '=', provider)
    .where('expires_at', '>', now)
    .returning(['nonce', 'verifier'])
    .executeTakeFirst()

/**
 * Locks the person and then their session, in the same order as the code that ends sessions. The provider takes time: someone who was
 * signed out in the meantime, perhaps because it was not them, must not link anything.
 * @returns the person's address; null if the session has ended
 */
const lockSession = async (
  tx: Tx,
  { userId, sessionId }: SignedInPoolCall['person'],
): Promise<string | null> => {
  const { email } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const session = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return session ? email : null
}

/** @returns false if another person has it; a failure if the session has ended in the meantime */
const linkProven = async (
  tx: Tx,
  provider: Provider,
  proven: VerifiedPerson,
  call: SignedInPoolCall,
): Promise<boolean | Failure<'sign_in_ended'>> => {
  const { services, person } = call
  const { issuer, subject } = proven
  await lockIdentity(tx, proven)
  const email = await lockSession(tx, person)
  if (email === null) return fail('sign_in_ended')
  const identity = { provider, issuer, subject, email: proven.email ?? '' }
  if (await insertIdentity(tx, person.userId, identity, call)) {
    await mailIdentityLinked(tx, services, email, identity)
    return true
  }
  const owner = await tx
    .selectFrom('identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return owner?.user_id === person.userId
}

export const linkIdentity = async (
  { body: { provider, ...returned } }: Input<typeof contract.linkIdentity>,
  call: SignedInPoolCall,
): Promise<Answer<typeof contract.linkIdentity>> => {
  const { services, person } = call
  const unconfirmed = await rejectUnconfirmed(services.db, person.userId)
  if (unconfirmed) return unconfirmed
  const attempt = await consumeAttempt(call, provider, returned.state)
  if (!attempt) return fail('sign_in_ended')
  const proven = await askProvider(provider, returned, attempt, call)
  if (isFailure(proven)) return proven
  const isTheirs = await services.db.transaction().execute(tx => linkProven(tx, provider, proven, call))
  if (isFailure(isTheirs)) return isTheirs
  if (!isTheirs) return fail('identity_taken', { values: { provider: providerNames[provider] } })
  return readSignInMethods(services.db, person.userId, services.config)
}
