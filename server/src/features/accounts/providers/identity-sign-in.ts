import { email as emailShape } from '#domain/accounts/model.ts'
import { namesOf } from '#domain/accounts/provider-names.ts'
import { type Provider, providerNames, runsMailbox, WAITING_MINUTES } from '#domain/accounts/providers.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import type { VerifiedPerson } from '#server/identity/provider.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { advisoryLock } from '#server/platform/db/locks.ts'
import type { Services } from '#server/platform/http/route.ts'
import { asksSecondFactor } from '../ask-second-factor.ts'
import { mailAboutAddress } from '../confirmation-mails.ts'
import { confirmAddress, joinByInvitation, lockAddress } from '../email-addresses.ts'
import { insertIdentity, mailIdentityLinked } from './identities.ts'

type IdentitySignIn = {
  readonly provider: Provider
  readonly person: VerifiedPerson
  readonly services: Services
  readonly browserHash: Buffer
  readonly invitation: string | undefined
  readonly now: Date
  readonly address: string
}
type Refusal = Failure<'account_blocked' | 'provider_mail_unverified' | 'password_first' | 'invitation_ended'>
type Entered = { readonly userId: number }

/** Two callbacks of one person at the same time run one after the other. */
export const lockIdentity = (tx: Tx, { issuer, subject }: Pick<VerifiedPerson, 'issuer' | 'subject'>) =>
  advisoryLock(tx, `identity ${issuer} ${subject}`)

const columns = ['users.id', 'users.email', 'users.is_blocked', 'users.is_confirmed'] as const

/** The person to whom this identity is linked, even if their address at the provider has changed. */
const findByIdentity = async (tx: Tx, { person, now }: IdentitySignIn) => {
  const { issuer, subject } = person
  const user = await tx
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .select(columns)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  if (!user) return null
  await tx
    .updateTable('identities')
    .set({ last_used_at: now })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
  return user
}

/** Waits for the password that opens the account: see `linkWaiting`. */
const waitForPassword = async (
  tx: Tx,
  email: string,
  { provider, person, browserHash, now }: IdentitySignIn,
): Promise<Refusal> => {
  const { issuer, subject } = person
  const expires_at = new Date(now.getTime() + WAITING_MINUTES * 60_000)
  await tx.deleteFrom('waiting_identities').where('expires_at', '<=', now).execute()
  await tx
    .insertInto('waiting_identities')
    .values({ browser_hash: browserHash, provider, issuer, subject, email, expires_at })
    .onConflict(clash =>
      clash.columns(['browser_hash', 'issuer', 'subject']).doUpdateSet({ email, expires_at }),
    )
    .execute()
  return fail('password_first', { values: { provider: providerNames[provider] } })
}

/** Confirmed only where the provider runs the mailbox; elsewhere a link is mailed, unless an invitation's token says as much. */
const createUser = async (
  tx: Tx,
  email: string,
  { person, invitation, services, now }: IdentitySignIn,
  isProven: boolean,
) => {
  const names = namesOf({ ...person, email })
  const user = await tx
    .insertInto('users')
    .values({
      ...names,
      email,
      is_confirmed: isProven,
      came_by_invitation: invitation !== undefined,
      created_at: now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  if (!isProven && invitation === undefined)
    await mailAboutAddress(tx, services, { id: user.id, email, name: names.name }, false)
  return user
}

/**
 * The account for a person who uses this identity for the first time: the confirmed account of their address if the provider runs that
 * mailbox, or a new one if the address has none. Unconfirmed accounts are left alone, since anyone may have made them (decisions 15
 * and 16).
 */
const findOrCreateAccount = async (tx: Tx, entering: IdentitySignIn) => {
  const { provider, person } = entering
  const read = emailShape.safeParse(person.email ?? '')
  if (!read.success || !person.isEmailVerified)
    return fail('provider_mail_unverified', { values: { provider: providerNames[provider] } })
  const email = read.data
  await lockAddress(tx, email)
  const owner = await tx
    .selectFrom('users')
    .select(columns)
    .where('email', '=', email)
    .where('is_confirmed', '=', true)
    .executeTakeFirst()
  if (owner?.is_blocked) return fail('account_blocked')
  const isProven = runsMailbox(provider, email, person.hostedDomain)
  if (owner && !isProven) return waitForPassword(tx, email, entering)
  const user = owner ?? (await createUser(tx, email, entering, isProven))
  const identity = { provider, issuer: person.issuer, subject: person.subject, email }
  await insertIdentity(tx, user.id, identity, entering)
  if (owner) await mailIdentityLinked(tx, entering.services, owner.email, identity)
  // The mailbox is theirs today, and so are the invitations sent there. The token of an invitation proves the same and more.
  if (isProven && entering.invitation === undefined)
    await confirmAddress(tx, user, { ...entering, shown: 'credential' })
  return user
}

/** Finds or creates the account of a verified person. On failure nothing is written. */
export const signInByIdentity = async (tx: Tx, entering: IdentitySignIn): Promise<Entered | Refusal> => {
  await lockIdentity(tx, entering.person)
  const user = (await findByIdentity(tx, entering)) ?? (await findOrCreateAccount(tx, entering))
  if (isFailure(user)) return user
  if (user.is_blocked) return fail('account_blocked')
  const { invitation: token, now, address } = entering
  // With a second factor it is accepted once the sign-in is finished.
  if (token !== undefined && !(await asksSecondFactor(tx, user.id))) {
    const refusal = await joinByInvitation(tx, user, { token, now, address, shown: 'credential' })
    if (refusal) return fail('invitation_ended')
  }
  return { userId: user.id }
}
