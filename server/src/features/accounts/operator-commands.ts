import { revokeInvitationsOfBlocked } from '#server/features/team/invitations.ts'
import { auditAccount, COMMAND_LINE } from '#server/platform/audit/accounts.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { type Done, done, refused } from '#server/platform/operator-command.ts'
import { blockUser, notifyAccessChanged, unblockUser } from '#server/platform/session/end-sessions.ts'

const listAccounts = (tx: Tx, email: string) =>
  tx
    .selectFrom('users')
    .select(['id', 'is_confirmed', 'is_blocked', 'is_super_admin'])
    .where('email', '=', email.trim().toLowerCase())
    .orderBy('is_confirmed', 'desc')
    .orderBy('id', 'desc')
    .forNoKeyUpdate()
    .execute()

const nobody = (email: string): Done =>
  refused(`No account has the address ${email}. Check the spelling, or sign up with it first.`)

/** In the agencies' logs the actor is none of their own people. */
const byOperator = (userId: number, now: Date) => ({ userId, now, actorId: null, address: COMMAND_LINE })

/**
 * Lets an account run the installation. It has to be confirmed, since anyone can sign up with any address (decision 15).
 * `isAssured`: the operator vouches for an unconfirmed account, which confirms it.
 */
export const grantSuperAdmin = (db: Db, email: string, now: Date, isAssured = false): Promise<Done> =>
  db.transaction().execute(async tx => {
    const [user, ...others] = await listAccounts(tx, email)
    if (!user) return nobody(email)
    if (!user.is_confirmed && others.length > 0)
      return refused(
        `${others.length + 1} accounts use ${email}, and none of them is confirmed. Follow the link in the confirmation mail first.`,
      )
    if (!user.is_confirmed && !isAssured)
      return refused(
        `${email} is not confirmed: somebody signed up with it, but maybe not its owner. Follow the link in the confirmation mail, or add --unconfirmed if it was you.`,
      )
    await tx
      .updateTable('users')
      .set({ is_super_admin: true, is_confirmed: true })
      .where('id', '=', user.id)
      .execute()
    if (!user.is_super_admin)
      await auditAccount(tx, byOperator(user.id, now), { action: 'account.super_admin_granted' })
    await notifyAccessChanged(tx, [user.id])
    return done(user.is_super_admin ? `${email} is already a super-admin.` : `${email} is now a super-admin.`)
  })

export const revokeSuperAdmin = (db: Db, email: string, now: Date): Promise<Done> =>
  db.transaction().execute(async tx => {
    const users = await listAccounts(tx, email)
    if (users.length === 0) return nobody(email)
    const admins = users.filter(user => user.is_super_admin).map(({ id }) => id)
    if (admins.length === 0) return done(`${email} is not a super-admin.`)
    await tx.updateTable('users').set({ is_super_admin: false }).where('id', 'in', admins).execute()
    for (const id of admins)
      await auditAccount(tx, byOperator(id, now), { action: 'account.super_admin_revoked' })
    await notifyAccessChanged(tx, admins)
    return done(`${email} is no longer a super-admin.`)
  })

/** The agencies of these people that are left without an admin who can sign in. */
const listAgenciesWithoutAdmin = async (tx: Tx, userIds: readonly number[]): Promise<string[]> => {
  const rows = await tx
    .selectFrom('agencies as a')
    .innerJoin('agency_admins as own', 'own.agency_id', 'a.id')
    .select('a.name')
    .distinct()
    .where('own.user_id', 'in', userIds)
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('agency_admins as other')
            .innerJoin('users as u', 'u.id', 'other.user_id')
            .select('u.id')
            .whereRef('other.agency_id', '=', 'a.id')
            .where('u.is_blocked', '=', false),
        ),
      ),
    )
    .orderBy('a.name')
    .execute()
  return rows.map(({ name }) => name)
}

/** Locks the agencies that an address administers, so that a removal of their other admins comes before or after this. */
const lockAgencies = (tx: Tx, email: string) =>
  tx
    .selectFrom('agencies as a')
    .select('a.id')
    .where('a.id', 'in', eb =>
      eb
        .selectFrom('agency_admins as own')
        .innerJoin('users as u', 'u.id', 'own.user_id')
        .select('own.agency_id')
        .where('u.email', '=', email.trim().toLowerCase()),
    )
    .orderBy('a.id')
    .forShare()
    .execute()

/** Every account with the address, confirmed or not, even a last admin: the operator decides, and is told what it means. */
export const blockAccounts = (db: Db, email: string, now: Date): Promise<Done> =>
  db.transaction().execute(async tx => {
    await lockAgencies(tx, email)
    const users = await listAccounts(tx, email)
    if (users.length === 0) return nobody(email)
    for (const { id, is_blocked } of users) {
      await revokeInvitationsOfBlocked(tx, id, now)
      await blockUser(tx, id, now)
      if (!is_blocked) await auditAccount(tx, byOperator(id, now), { action: 'account.blocked' })
    }
    const withoutAdmin = await listAgenciesWithoutAdmin(
      tx,
      users.map(({ id }) => id),
    )
    const words = `${email} is blocked and signed out everywhere.`
    return done(
      withoutAdmin.length === 0
        ? words
        : `${words}\nThese agencies no longer have an admin: ${withoutAdmin.join(', ')}. As a super-admin you can invite one there.`,
    )
  })

export const unblockAccounts = (db: Db, email: string, now: Date): Promise<Done> =>
  db.transaction().execute(async tx => {
    const users = await listAccounts(tx, email)
    if (users.length === 0) return nobody(email)
    for (const { id, is_blocked } of users) {
      await unblockUser(tx, id)
      if (is_blocked) await auditAccount(tx, byOperator(id, now), { action: 'account.unblocked' })
    }
    return done(`${email} can log in again.`)
  })

/** For somebody who has lost their phone and their recovery codes. The operator has made sure who asks. */
export const removeSecondFactor = (db: Db, email: string, now: Date): Promise<Done> =>
  db.transaction().execute(async tx => {
    const users = await listAccounts(tx, email)
    if (users.length === 0) return nobody(email)
    const removed = await tx
      .deleteFrom('second_factors')
      .where(
        'user_id',
        'in',
        users.map(({ id }) => id),
      )
      .where('turned_on_at', 'is not', null)
      .returning('user_id')
      .execute()
    for (const { user_id } of removed)
      await auditAccount(tx, byOperator(user_id, now), { action: 'account.second_factor_off' })
    return removed.length === 0
      ? done(`${email} has no second factor.`)
      : done(`${email} can log in without a second factor. Ask its owner to set up another one.`)
  })
