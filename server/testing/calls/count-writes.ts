import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'

/** Tables that a call itself may write to. */
const writtenByAsking = ['sessions', 'session_tokens', 'attempts']

/** Adds a row to `test_writes` for each row that is inserted, changed or deleted; a rollback removes it again. */
const installCounter = async (db: Db): Promise<void> => {
  await sql`create table test_writes (id bigserial primary key)`.execute(db)
  await sql`
    create function count_write() returns trigger language plpgsql
    as $$ begin insert into test_writes default values; return null; end $$`.execute(db)
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
    and table_name <> all(${[...writtenByAsking, 'test_writes']})`.execute(db)
  for (const { name } of tables) {
    const table = sql.table(name)
    const run = sql`execute function count_write()`
    await sql`create trigger count_rows after insert or delete on ${table} for each row ${run}`.execute(db)
    await sql`create trigger count_truncates after truncate on ${table} for each statement ${run}`.execute(db)
    // An update that leaves the row as it was does not count as a change.
    const isChanged = sql`when (old.* is distinct from new.*)`
    await sql`create trigger count_updates after update on ${table} for each row ${isChanged} ${run}`.execute(
      db,
    )
  }
}
const counted = new WeakSet<Db>()

/**
 * A number that grows with every committed change of a row, except for sessions and attempts, which calls themselves create. Equal
 * numbers mean that nothing was written in between.
 */
export const countWrites = async (db: Db): Promise<string> => {
  if (!counted.has(db)) await installCounter(db)
  counted.add(db)
  const { rows } = await sql<{
    count: string
  }>`select coalesce(max(id), 0) as count from test_writes`.execute(db)
  return rows[0]?.count ?? ''
}
