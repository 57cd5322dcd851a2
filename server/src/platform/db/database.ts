import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Log } from '#server/platform/log.ts'
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
// Times of day are whole minutes, as the wire has them: 09:30.
pg.types.setTypeParser(builtins.TIME, (value: string) => value.slice(0, 5))
pg.types.setTypeParser(INT8_ARRAY as typeof builtins.INT8, (value: string) =>
  value === '{}' ? [] : value.slice(1, -1).split(',').map(Number),
)

/** How long anybody waits for the database, in milliseconds: a request that hangs for ever is worse than one that is refused. */
export type Patience = {
  /** For a free or a new connection. */
  readonly connectTimeoutMs: number
  /** For a row that another transaction holds; the longest one holds is the processing of an uploaded picture. */
  readonly lockTimeoutMs: number
  /** For one statement. */
  readonly statementTimeoutMs: number
  /** For a transaction that says nothing: its process hangs, and its locks must not outlive that. Longer than storing a large video takes. */
  readonly idleTimeoutMs: number
}

const patience: Patience = {
  connectTimeoutMs: 10_000,
  lockTimeoutMs: 10_000,
  statementTimeoutMs: 30_000,
  idleTimeoutMs: 300_000,
}

/**
 * Opens a pool. `max` connections at most; a connection that breaks, idle or in use, is logged, never thrown: without the listeners a
 * database that stops would take the process with it. Whoever uses it meets the error in their query.
 */
export const openDatabase = (
  options: { url: string; max: number; log: Log } & Partial<Patience>,
): { db: Db; pool: pg.Pool; close: () => Promise<void> } => {
  const { url, max, log, connectTimeoutMs, lockTimeoutMs, statementTimeoutMs, idleTimeoutMs } = {
    ...patience,
    ...options,
  }
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'galley',
    connectionTimeoutMillis: connectTimeoutMs,
    lock_timeout: lockTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleTimeoutMs,
  })
  let isClosing = false
  // The embedded server may be quicker to stop than the connections are to say goodbye.
  const note = (error: Error) => isClosing || log.warn({ err: error }, 'a database connection broke')
  pool.on('error', note)
  // The pool listens to idle connections alone: one that breaks between two statements of a transaction would be an uncaught error.
  pool.on('connect', client => client.on('error', note))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const close = () => {
    isClosing = true
    return db.destroy()
  }
  return { db, pool, close }
}

/** Connections refused or broken, a server that starts or stops; a wait that took too long; two transactions in each other's way. */
const passingCodes = /^(08|57P|25P03|53300|55P03|57014|40001|40P01|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)/
/** What the driver itself says, without a code. */
const passingTexts = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered)/

/** Whether the error says that the database is away or too busy for the moment, not that the query is wrong. */
export const isDatabaseAway = (error: unknown): boolean => {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return passingCodes.test(String(code)) || passingTexts.test(String(message))
}
