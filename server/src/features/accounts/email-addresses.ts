import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import { acceptInvitations } from '#server/features/team/accept-invitations.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import { advisoryLock } from '#server/platform/db/locks.ts'
import { endSessionsOf } from '#server/platform/session/end-sessions.ts'

/** One at a time for the same address: if two people confirm it at once, the second waits for the first. */
export const lockAddress = (tx: Tx, email: string) => advisoryLock(tx, `address ${email}`)

/** Whether a confirmed account has this address. */
export const hasOwner = async (db: Reader, email: string): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('is_confirmed', '=', true)
    .executeTakeFirst()) !== undefined

type User = { readonly id: number; readonly email: string; readonly is_confirmed: boolean }

/**
 * What else the request that proves the mailbox shows about the account: its own session, which stays open; its password or identity;
 * or nothing. Someone who shows nothing may not be the person who signed up (decision 26).
 */
export type Shown = { readonly session: number } | 'credential' | 'nothing'

type Proof = { readonly now: Date; readonly address: string; readonly shown: Shown }

/**
 * Makes the address belong to the account. Sessions from before this proof end, except the one that was shown. If nothing was shown,
 * the password and the identities are removed as well, and the caller sets a new password.
 */
const claimAddress = async (tx: Tx, { id, email }: User, { now, shown }: Proof): Promise<boolean> => {
  await lockAddress(tx, email)
  if (await hasOwner(tx, email)) return false
  const isVoid = shown === 'nothing'
  await tx
    .updateTable('users')
    .set({ is_confirmed: true, ...(isVoid ? { password_hash: null } : {}) })
    .where('id', '=', id)
    .execute()
  if (isVoid) await tx.deleteFrom('identities').where('user_id', '=', id).execute()
  await endSessionsOf(tx, id, typeof shown === 'object' ? { now, except: shown.session } : { now })
  return true
}

/**
 * The person has proved that they read the mailbox: from now on the address is theirs, and they are asked about the invitations that were
 * sent to it. @returns false if it already belongs to another account
 */
export const confirmAddress = async (tx: Tx, user: User, proof: Proof): Promise<boolean> =>
  user.is_confirmed || (await claimAddress(tx, user, proof))

/** The person has followed the link of an invitation, which proves the mailbox as well. */
export const joinByInvitation = async (
  tx: Tx,
  user: User,
  { token, ...proof }: Proof & { readonly token: string },
): Promise<Failure<'invitation_ended' | 'account_exists'> | null> => {
  const { now, address } = proof
  const accepted = await acceptInvitations(tx, { userId: user.id, email: user.email, token, now, address })
  if (isFailure(accepted)) return accepted
  const isTheirs = user.is_confirmed || (await claimAddress(tx, user, proof))
  // Only the person with the token learns that the address is taken.
  return isTheirs ? null : fail('account_exists')
}
