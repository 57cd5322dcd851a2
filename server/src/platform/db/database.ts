import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Log } from '#server/platform/log/log.ts'
import type { Database } from './schema.ts'

/** The pool as a query builder. */
export type Db = Kysely<Database>
/** Inside one transaction. What writes takes this, so that it cannot be called outside of one. */
export type Tx = Transaction<Database>
/** What only reads takes either. */
export type Reader = Db | Tx

const { builtins } = pg.types
/** `int8[]`: not among the driver’s named types. */
const INT8_ARRAY: number = 1016
// Ids fit in a double; days stay text, because a Date would drag a zone in.
pg.types.setTypeParser(builtins.INT8, Number)
pg.types.setTypeParser(builtins.DATE, (value: string) => value)
pg.types.setTypeParser(INT8_ARRAY as typeof builtins.INT8, (value: string) =>
  value === '{}' ? [] : value.slice(1, -1).split(',').map(Number),
)

/**
 * Opens a pool. `max` connections at most; an idle connection that breaks is logged, never thrown: without the listener a database that
 * stops would take the process with it.
 */
export const openDatabase = (options: {
  url: string
  max: number
  log: Log
}): { db: Db; pool: pg.Pool; close: () => Promise<void> } => {
  const pool = new pg.Pool({ connectionString: options.url, max: options.max, application_name: 'galley' })
  pool.on('error', error => options.log.warn({ err: error }, 'a database connection broke'))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}

/** Whether the error says that the database is away for the moment, not that the query is wrong. */
export const isDatabaseAway = (error: unknown): boolean => {
  const code = (error as { code?: unknown } | null)?.code
  return (
    typeof code === 'string' &&
    (/^(08|57P)/.test(code) || ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '53300'].includes(code))
  )
}
