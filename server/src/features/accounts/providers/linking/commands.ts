import type { beginLinking, finishLinking, unlinkIdentity } from '#domain/accounts/contract.ts'
import { type Provider, providerNames } from '#domain/accounts/providers.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import type { VerifiedPerson } from '#server/identity/provider.ts'
import { auditAccount, ownAccount } from '#server/platform/audit/accounts.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import type { SignedInCall } from '#server/platform/http/route.ts'
import { identityUnlinkedLetter } from '#server/platform/mail/letters.ts'
import { queueMail } from '#server/platform/mail/queue.ts'
import { hashSecret, makeSecret } from '#server/platform/session/links.ts'
import { beginAttempt } from '../beginning/commands.ts'
import { linkIdentity, mailLinked } from '../commands.ts'
import { holdIdentity } from '../entering/commands.ts'
import { askProvider } from '../returning/commands.ts'
import { readWaysIn } from './queries.ts'

/**
 * Whoever signed up with somebody else's address must not keep a way in for the day when that person takes the account over by "forgot
 * password": only who has shown that the address is theirs links anybody.
 */
const isConfirmed = async (db: Reader, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('is_confirmed', '=', true)
    .executeTakeFirst()) !== undefined

const unconfirmed = () => fail('forbidden', { message: 'Please confirm your email address first.' })

/** By its state the web app knows what has come back, whatever became of the tab that began. */
export const beginOwnLinking = async (
  { body: { provider } }: Input<typeof beginLinking>,
  { services, person }: SignedInCall,
): Promise<Answer<typeof beginLinking>> => {
  if (!(await isConfirmed(services.db, person.userId))) return unconfirmed()
  const url = await beginAttempt(services, provider, {
    state: `link-${makeSecret()}`,
    session_id: person.sessionId,
  })
  if (url === null) return fail('not_found')
  return url === 'unavailable'
    ? fail('provider_unavailable', { values: { provider: providerNames[provider] } })
    : { url }
}

/** Takes the attempt up: it is this session's or nothing. A stranger's return, slipped into this browser, links nobody. */
const takeAttempt = ({ tx, now, person }: SignedInCall, provider: Provider, state: string) =>
  tx
    .deleteFrom('sign_in_attempts')
    .where('state_hash', '=', hashSecret(state))
    .where('session_id', '=', person.sessionId)
    .where('provider', '=', provider)
    .where('expires_at', '>', now)
    .returning(['nonce', 'verifier'])
    .executeTakeFirst()

/**
 * Holds the person, and then their session, in the order of whatever ends it. The provider took its time: who was signed out meanwhile,
 * perhaps because it was not them, gets no way in.
 * @returns the person's address; null: the session has ended
 */
const holdSession = async (tx: Tx, { userId, sessionId }: SignedInCall['person']): Promise<string | null> => {
  const { email } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .forUpdate()
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

/** @returns false when it is another person's; a failure when the session has ended meanwhile */
const linkProven = async (
  tx: Tx,
  provider: Provider,
  proven: VerifiedPerson,
  call: SignedInCall,
): Promise<boolean | Failure<'sign_in_ended'>> => {
  const { services, person } = call
  const { issuer, subject } = proven
  await holdIdentity(tx, proven)
  const email = await holdSession(tx, person)
  if (email === null) return fail('sign_in_ended')
  const identity = { provider, issuer, subject, email: proven.email ?? '' }
  if (await linkIdentity(tx, person.userId, identity, call)) {
    await mailLinked(tx, services, email, identity)
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

export const finishOwnLinking = async (
  { body: { provider, ...returned } }: Input<typeof finishLinking>,
  call: SignedInCall,
): Promise<Answer<typeof finishLinking>> => {
  const { services, person } = call
  if (!(await isConfirmed(services.db, person.userId))) return unconfirmed()
  const attempt = await takeAttempt(call, provider, returned.state)
  if (!attempt) return fail('sign_in_ended')
  const proven = await askProvider(provider, returned, attempt, call)
  if (isFailure(proven)) return proven
  const isTheirs = await services.db.transaction().execute(tx => linkProven(tx, provider, proven, call))
  if (isFailure(isTheirs)) return isTheirs
  if (!isTheirs) return fail('identity_taken', { values: { provider: providerNames[provider] } })
  return readWaysIn(services.db, person.userId, services.config)
}

export const unlinkOwnIdentity = async (
  { params: { identityId } }: Input<typeof unlinkIdentity>,
  call: SignedInCall,
): Promise<Answer<typeof unlinkIdentity>> => {
  const { tx, services, person } = call
  const { userId } = person
  // Of two that are unlinked at once the second finds that it is the last.
  const { email } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { identities } = await readWaysIn(tx, userId, services.config)
  const own = identities.find(({ id }) => id === identityId)
  if (!own) return fail('not_found')
  if (!own.can_unlink) return fail('last_way_in')
  await tx.deleteFrom('identities').where('id', '=', identityId).execute()
  const { publicUrl } = services.config
  const provider = providerNames[own.provider]
  await auditAccount(tx, ownAccount(userId, call), {
    action: 'account.sign_in_unlinked',
    old: { provider, account: own.email },
  })
  await queueMail(tx, services, {
    to: email,
    ...identityUnlinkedLetter({ publicUrl, email, provider, identity: own.email }),
  })
  return readWaysIn(tx, userId, services.config)
}
