import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** Holds a name until the transaction ends, once nobody else does: what is one at a time and has no row of its own to hold. */
export const holdName = async (tx: Tx, name: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** Holds those of the names that nobody else does, and waits for none. In one order: of two who ask for the same at once, one gets them all. */
export const tryHoldNames = async (tx: Tx, names: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ name: string; held: boolean }>`
    select name, pg_try_advisory_xact_lock(hashtextextended(name, 0)) as held
    from unnest(${[...names].sort()}::text[]) as name`.execute(tx)
  return new Set(rows.flatMap(({ name, held }) => (held ? name : [])))
}
