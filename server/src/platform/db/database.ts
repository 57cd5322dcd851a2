import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Log } from '#server/platform/log.ts'
import { connectionTo } from './hosts.ts'
import { endOutage, isConnectionFault } from './outage.ts'
import { PreparingClient } from './prepared.ts'
import type { Database } from './schema.ts'

/** The pool as a query builder. */
export type Db = Kysely<Database>
/** Inside one transaction. Functions that write take this, so that they cannot be called outside one. */
export type Tx = Transaction<Database>
/** Functions that only read take either. */
export type Reader = Db | Tx

const { builtins } = pg.types
/** `int8[]`, which is not among the driver’s named types. */
const INT8_ARRAY: number = 1016
// Ids fit in a double; days stay text, because a Date would add a time zone.
pg.types.setTypeParser(builtins.INT8, Number)
pg.types.setTypeParser(builtins.DATE, (value: string) => value)
// Times of day are whole minutes, as the wire has them: 09:30.
pg.types.setTypeParser(builtins.TIME, (value: string) => value.slice(0, 5))
pg.types.setTypeParser(INT8_ARRAY as typeof builtins.INT8, (value: string) =>
  value === '{}' ? [] : value.slice(1, -1).split(',').map(Number),
)

/** How long anyone waits for the database, in milliseconds: a request that hangs forever is worse than one that is refused. */
export type Patience = {
  /** For a free or new connection. */
  readonly connectTimeoutMs: number
  /** For a row that another transaction has locked; processing an uploaded picture takes longest. */
  readonly lockTimeoutMs: number
  /** For one statement. */
  readonly statementTimeoutMs: number
  /** For an idle transaction: its process hangs, and its locks must not outlive that. Longer than storing a large video takes. */
  readonly idleTimeoutMs: number
}

const patience: Patience = {
  connectTimeoutMs: 10_000,
  lockTimeoutMs: 10_000,
  statementTimeoutMs: 30_000,
  idleTimeoutMs: 300_000,
}

const settingsOf = (limits: Patience) => ({
  lock_timeout: limits.lockTimeoutMs,
  statement_timeout: limits.statementTimeoutMs,
  idle_in_transaction_session_timeout: limits.idleTimeoutMs,
})

type Query = (...given: readonly unknown[]) => unknown

/**
 * The driver's client behind a pooler that works per transaction: the next statement may reach another session, so nothing is prepared
 * by name, and each transaction brings its own settings (milliseconds). Statements outside a transaction have the pooler's limits.
 */
const pooledClient = (settings: Readonly<Record<string, number>>): typeof pg.Client => {
  const set = Object.entries(settings).map(([name, ms]) => `; set local ${name} = ${ms}`)
  return class PooledClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config)
      const query = this.query.bind(this) as Query
      const limited: Query = (text, ...more) => {
        const isBegin = typeof text === 'string' && /^(begin|start transaction)\b/.test(text)
        return query(isBegin ? text + set.join('') : text, ...more)
      }
      this.query = limited as typeof this.query
    }
  }
}

/**
 * Opens a pool of at most `max` connections; `hasPooler`: to a pooler that works per transaction; `isSpare`: to a database that can be
 * done without, whose faults are no outage. A connection that breaks, idle or in
 * use, is logged and never thrown: without these listeners, a database that stops would end the process. The error surfaces in the next
 * query.
 */
export const openDatabase = (
  options: { url: string; max: number; log: Log; hasPooler?: boolean; isSpare?: boolean } & Partial<Patience>,
): { db: Db; pool: pg.Pool; close: () => Promise<void> } => {
  const { url, max, log, hasPooler = false, isSpare = false, ...limits } = { ...patience, ...options }
  const settings = settingsOf(limits)
  const pool = new pg.Pool({
    Client: hasPooler ? pooledClient(settings) : PreparingClient,
    ...connectionTo(url),
    max,
    application_name: 'galley',
    connectionTimeoutMillis: limits.connectTimeoutMs,
    // A pooler refuses them here.
    ...(!hasPooler && settings),
  })
  let isClosing = false
  // The embedded server may stop before the connections have closed properly.
  const note = (error: Error) =>
    isClosing || isSpare || log.warn({ err: error }, 'a database connection broke')
  pool.on('error', note)
  // The pool listens to idle connections only: one that breaks between two statements of a transaction would be an uncaught error.
  pool.on('connect', client => {
    client.on('error', note)
    if (!isSpare) endOutage(log)
  })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const close = () => {
    isClosing = true
    return db.destroy()
  }
  return { db, pool, close }
}

/** Waits that took too long, too many connections, and deadlocks. */
const busyCodes = /^(25P03|53300|55P03|57014|40001|40P01)/

/** Whether the error means that the database is unavailable or too busy at the moment, not that the query is wrong. */
export const isDatabaseAway = (error: unknown): boolean => {
  const fault = (error ?? {}) as { code?: unknown; message?: unknown }
  return isConnectionFault(fault) || busyCodes.test(String(fault.code))
}
