import { sql } from 'kysely'
import type pg from 'pg'
import type { Reader } from './database.ts'

/** The database's clock now, not at the start of the transaction, which may have waited for a lock since. */
export const databaseNow = async (db: Reader): Promise<Date> => {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database did not return the time')
  return row.now
}

/** The same over a connection without the query builder. */
export const clientNow = async (client: pg.ClientBase): Promise<Date> => {
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  const [row] = rows
  if (!row) throw new Error('the database did not return the time')
  return row.now
}
