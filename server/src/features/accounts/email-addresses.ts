import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import { acceptInvitations } from '#server/features/team/accept-invitations.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import { advisoryLock } from '#server/platform/db/locks.ts'

/** One at a time with the same address: of two that confirm it at once, one comes second. */
export const lockAddress = (tx: Tx, email: string) => advisoryLock(tx, `address ${email}`)

/** Whether an address is the identity of an account. */
export const hasOwner = async (db: Reader, email: string): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('is_confirmed', '=', true)
    .executeTakeFirst()) !== undefined

type User = { readonly id: number; readonly email: string; readonly is_confirmed: boolean }
type Proof = { readonly now: Date; readonly address: string }

const claimAddress = async (tx: Tx, { id, email }: User): Promise<boolean> => {
  await lockAddress(tx, email)
  if (await hasOwner(tx, email)) return false
  await tx.updateTable('users').set({ is_confirmed: true }).where('id', '=', id).execute()
  return true
}

/**
 * The person has followed a link that was mailed to their address: it is theirs from now on, and so is what was waiting for it.
 * @returns false when it is another account's already
 */
export const confirmAddress = async (tx: Tx, user: User, { now, address }: Proof): Promise<boolean> => {
  if (!user.is_confirmed && !(await claimAddress(tx, user))) return false
  await acceptInvitations(tx, { userId: user.id, email: user.email, token: null, now, address })
  return true
}

/** The person has come by the link of an invitation, which proves the mailbox as well. */
export const joinByInvitation = async (
  tx: Tx,
  user: User,
  { token, now, address }: Proof & { token: string },
): Promise<Failure<'invitation_ended' | 'account_exists'> | null> => {
  const accepted = await acceptInvitations(tx, { userId: user.id, email: user.email, token, now, address })
  if (isFailure(accepted)) return accepted
  // Said to nobody else than to who holds the token.
  return user.is_confirmed || (await claimAddress(tx, user)) ? null : fail('account_exists')
}
