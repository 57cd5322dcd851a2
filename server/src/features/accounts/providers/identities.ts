import { type Provider, providerNames } from '#domain/accounts/providers.ts'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import { auditAccount, ownAccount } from '#server/platform/audit/accounts.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import type { Call, Services } from '#server/platform/http/route.ts'
import { queueMail } from '#server/platform/mail/queue.ts'
import { findBrowserHash } from '#server/platform/session/browser-cookie.ts'
import { identityLinkedLetter } from '../letters.ts'

/** Somebody at a provider, to be linked. `email`: the address that they have there; empty when it is not told. */
export type NewIdentity = {
  readonly provider: Provider
  readonly issuer: string
  readonly subject: string
  readonly email: string
}

/**
 * Only somebody whose address is confirmed may link an identity. Otherwise a person who signed up with somebody else's address would
 * keep a way in after the owner took the account over by "forgot password".
 */
export const rejectUnconfirmed = async (db: Reader, userId: number): Promise<Failure<'forbidden'> | null> => {
  const { is_confirmed } = await db
    .selectFrom('users')
    .select('is_confirmed')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return is_confirmed ? null : fail('forbidden', { message: 'Please confirm your email address first.' })
}

/** Links an identity to a person. @returns false when somebody has it already */
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

/** Whoever owns the account learns of a new way into it. */
export const mailIdentityLinked = (
  tx: Tx,
  services: Services,
  email: string,
  { provider, email: identity }: NewIdentity,
): Promise<void> =>
  queueMail(tx, services, {
    to: email,
    ...identityLinkedLetter({
      publicUrl: services.config.publicUrl,
      ...{ email, identity, provider: providerNames[provider] },
    }),
  })

type Owner = { readonly id: number; readonly email: string; readonly is_confirmed: boolean }

/**
 * Somebody has signed in with their password: what this browser has proven at a provider for the very same address is theirs from now on.
 * What it has proven for another address stays untouched and runs out.
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
  // Linked meanwhile in another browser, it is not linked again.
  for (const identity of proven)
    if (await insertIdentity(tx, user.id, identity, { now, address }))
      await mailIdentityLinked(tx, services, user.email, identity)
}
