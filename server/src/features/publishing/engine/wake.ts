import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'

/** The NOTIFY channel that tells workers that there is something to publish now. */
export const PUBLISHING_CHANNEL = 'galley_publishing'

/**
 * Wakes the workers when the transaction commits. Only for what a person is waiting for: the sweep finds everything within a second,
 * and what is due later needs no notification.
 */
export const wakePublishing = async (tx: Tx): Promise<void> => {
  await sql`select pg_notify(${PUBLISHING_CHANNEL}, '')`.execute(tx)
}
