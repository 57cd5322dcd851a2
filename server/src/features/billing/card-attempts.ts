import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '#server/platform/db/database.ts'

/** Longer than the gateway's calls last altogether: nobody else begins while one is under way, and a process that died bars nobody for long. */
const BUSY_MS = 90_000

/**
 * Begins to add a card. One at a time for a person, whatever they click. The key is that of the former attempt where nobody knows what came
 * of it: the gateway then answers what it did, instead of keeping the card twice.
 * @returns the key to ask the gateway under; null: another is under way
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

/** The gateway knows the key with other details, so the card is another: it is asked under a fresh one. */
export const renewCardAttempt = async (db: Db, userId: number): Promise<string> => {
  const key = randomUUID()
  await db.updateTable('card_attempts').set({ key }).where('user_id', '=', userId).execute()
  return key
}

/** It is known what came of it. */
export const finishCardAttempt = async (db: Tx | Db, userId: number): Promise<void> => {
  await db.deleteFrom('card_attempts').where('user_id', '=', userId).execute()
}

/** Nobody knows what came of it: the next one asks under the same key. */
export const releaseCardAttempt = async (db: Db, userId: number, now: Date): Promise<void> => {
  await db.updateTable('card_attempts').set({ busy_until: now }).where('user_id', '=', userId).execute()
}
