import { type Provider, providerNames } from '#domain/accounts/providers.ts'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import { auditAccount, ownAccount } from '#server/platform/audit/accounts.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import type { Call, Services } from '#server/platform/http/route.ts'
import { queueMail } from '#server/platform/mail/queue.ts'
import { findBrowserHash } from '#server/platform/session/browser-cookie.ts'
import { identityLinkedMail } from '../mails.ts'

/** A person at a provider, to be linked. `email`: their address there; empty if the provider does not tell. */
export type NewIdentity = {
  readonly provider: Provider
  readonly issuer: string
  readonly subject: string
  readonly email: string
}

/**
 * Only someone with a confirmed address may link an identity. Otherwise a person who signed up with another person's address could
 * still sign in after the owner took the account over by "forgot password".
 */
export const rejectUnconfirmed = async (db: Reader, userId: number): Promise<Failure<'forbidden'> | null> => {
  const { is_confirmed } = await db
    .selectFrom('users')
    .select('is_confirmed')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return is_confirmed ? null : fail('forbidden', { message: 'Please confirm your email address first.' })
}

/** Links an identity to a person. @returns false when another person already has it */
export const insertIdentity = async (
  tx: Tx,
  userId: number,
  { provider, issuer, subject, email }: NewIdentity,
  { now, address }: Pick<Call, 'now' | 'address'>,
): Promise<boolean> => {
  const linked = await tx
    .insertInto('identities')
    .values({ provider, issuer, subject, user_id: userId, email, created_at: now, last_used_at: now })
    .onConflict(clash => clash.columns(['issuer', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!linked) return false
  await auditAccount(tx, ownAccount(userId, { address, now }), {
    action: 'account.sign_in_linked',
    new: { provider: providerNames[provider], ...(email ? { account: email } : {}) },
  })
  return true
}

/** Tells the owner of the account about the new sign-in method. */
export const mailIdentityLinked = async (
  tx: Tx,
  services: Services,
  email: string,
  { provider, email: identity }: NewIdentity,
): Promise<void> => {
  await queueMail(tx, services, {
    to: email,
    ...identityLinkedMail({
      publicUrl: services.config.publicUrl,
      email,
      identity,
      provider: providerNames[provider],
    }),
  })
}

type Owner = { readonly id: number; readonly email: string; readonly is_confirmed: boolean }

/**
 * Someone has signed in with their password. The identity that this browser has proved at a provider for the very same address is now
 * linked to them; one proved for another address is not touched and expires.
 */
export const linkWaitingIdentities = async (
  tx: Tx,
  user: Owner,
  { cookies, services, now, address }: Pick<Call, 'cookies' | 'services' | 'now' | 'address'>,
): Promise<void> => {
  const browserHash = findBrowserHash(services.config.publicUrl, cookies)
  if (!browserHash || !user.is_confirmed) return
  const proven = await tx
    .deleteFrom('waiting_identities')
    .where('browser_hash', '=', browserHash)
    .where('email', '=', user.email)
    .where('expires_at', '>', now)
    .returning(['provider', 'issuer', 'subject', 'email'])
    .execute()
  // It may have been linked in another browser in the meantime.
  for (const identity of proven)
    if (await insertIdentity(tx, user.id, identity, { now, address }))
      await mailIdentityLinked(tx, services, user.email, identity)
}
