import { sql } from 'kysely'
import type { Tx } from './database.ts'

/**
 * Waits for a lock by name and keeps it until the transaction ends, for work that must be done one at a time and has no row to lock.
 */
export const advisoryLock = async (tx: Tx, name: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** The same lock, which any number may have at once as long as nobody has it alone. */
export const sharedAdvisoryLock = async (tx: Tx, name: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`.execute(tx)
}

/**
 * Locks those of the names that are free, without waiting. The names are sorted, so that one of two simultaneous callers gets them
 * all.
 */
export const tryAdvisoryLocks = async (tx: Tx, names: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ name: string; held: boolean }>`
    select name, pg_try_advisory_xact_lock(hashtextextended(name, 0)) as held
    from unnest(${[...names].sort()}::text[]) as name`.execute(tx)
  return new Set(rows.flatMap(({ name, held }) => (held ? name : [])))
}
