import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'

/** The NOTIFY channel for the ids of people whose access has changed. */
export const ACCESS_CHANNEL = 'galley_access'

/**
 * Announces that these people's permissions have changed. After the commit every web process checks their open live streams again and
 * closes those that are no longer allowed. Requests need no notice, since each checks permissions itself.
 */
export const notifyAccessChanged = async (tx: Tx, userIds: readonly number[]): Promise<void> => {
  const ids = [...new Set(userIds)]
  await sql`select pg_notify(${ACCESS_CHANNEL}, id::text) from unnest(${ids}::bigint[]) as id`.execute(tx)
}

/** Ends a session and deletes its tokens. */
export const endSession = async (tx: Tx, sessionId: number, now: Date): Promise<void> => {
  const ended = await tx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('id', '=', sessionId)
    .returning('user_id')
    .executeTakeFirst()
  await tx.deleteFrom('session_tokens').where('session_id', '=', sessionId).execute()
  if (ended) await notifyAccessChanged(tx, [ended.user_id])
}

/** Ends all sessions of a person except `except`. @returns how many were open */
export const endSessionsOf = async (
  tx: Tx,
  userId: number,
  { now, except }: { now: Date; except?: number },
): Promise<number> => {
  const ended = await tx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('id', '!=', except ?? 0)
    .returning('id')
    .execute()
  const ids = ended.map(({ id }) => id)
  if (ids.length > 0) await tx.deleteFrom('session_tokens').where('session_id', 'in', ids).execute()
  await notifyAccessChanged(tx, [userId])
  return ids.length
}

/**
 * Blocks a person and ends their sessions. The tokens stay until they expire, so that an open page learns why it was signed out
 * (docs/product/accounts.md "Blocked accounts").
 */
export const blockUser = async (tx: Tx, userId: number, now: Date): Promise<void> => {
  await tx.updateTable('users').set({ is_blocked: true }).where('id', '=', userId).execute()
  await tx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
  await notifyAccessChanged(tx, [userId])
}

/** Lets the person sign in again. Ended sessions stay ended. */
export const unblockUser = async (tx: Tx, userId: number): Promise<void> => {
  await tx.updateTable('users').set({ is_blocked: false }).where('id', '=', userId).execute()
}
