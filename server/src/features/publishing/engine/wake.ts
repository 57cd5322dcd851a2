import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'

/** The NOTIFY channel on which the workers hear that there is something to publish now. */
export const PUBLISHING_CHANNEL = 'galley_publishing'

/**
 * Wakes the workers when the transaction commits. Only for what a person waits for: the sweep finds everything within a second,
 * and what is to come later needs no announcement at all.
 */
export const wakePublishing = async (tx: Tx): Promise<void> => {
  await sql`select pg_notify(${PUBLISHING_CHANNEL}, '')`.execute(tx)
}
