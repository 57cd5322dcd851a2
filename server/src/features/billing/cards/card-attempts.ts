import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '#server/platform/db/database.ts'

/**
 * Longer than all calls to the gateway together: nobody else starts during an attempt, and a process that died blocks nobody for long.
 */
const BUSY_MS = 90_000

/**
 * Starts adding a card, one attempt at a time per person. The key of an earlier attempt is reused if its result is unknown: the
 * gateway then repeats its answer instead of storing the card twice.
 * @returns the idempotency key; null if another attempt is running
 */
export const startCardAttempt = async (db: Db, userId: number, now: Date): Promise<string | null> => {
  const row = await db
    .insertInto('card_attempts')
    .values({ user_id: userId, key: randomUUID(), busy_until: new Date(now.getTime() + BUSY_MS) })
    .onConflict(clash =>
      clash
        .column('user_id')
        .doUpdateSet(eb => ({ busy_until: eb.ref('excluded.busy_until') }))
        .where('card_attempts.busy_until', '<=', now),
    )
    .returning('key')
    .executeTakeFirst()
  return row?.key ?? null
}

/** The gateway knows the key with other details, so this is another card: it gets a new key. */
export const renewCardAttempt = async (db: Db, userId: number): Promise<string> => {
  const key = randomUUID()
  await db.updateTable('card_attempts').set({ key }).where('user_id', '=', userId).execute()
  return key
}

/** Records that the result is known. */
export const finishCardAttempt = async (db: Tx | Db, userId: number): Promise<void> => {
  await db.deleteFrom('card_attempts').where('user_id', '=', userId).execute()
}

/** Records that the result is unknown: the next attempt uses the same key. */
export const releaseCardAttempt = async (db: Db, userId: number, now: Date): Promise<void> => {
  await db.updateTable('card_attempts').set({ busy_until: now }).where('user_id', '=', userId).execute()
}
