import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Log } from '#server/platform/log.ts'
import { standbyReads } from '#server/platform/metrics/metrics.ts'
import { type Db, isDatabaseAway, openDatabase } from './database.ts'

/** How long a read waits for the standby to have what was committed before it, in milliseconds. */
const WAIT_MS = 250
const STEP_MS = 10
/** So long after it could not be read from, the primary answers without asking it. */
const PAUSE_MS = 2_000

/** A standby that repeats what the primary writes, for calls that only read (docs/decisions/0199-reads-that-a-standby-answers.md). */
export type Standby = {
  /**
   * Runs work that only reads: on the standby if that has everything which was committed by now, else on the primary, also when the
   * standby breaks off. So the work may run twice.
   */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** A place in the log of a cluster, and on which timeline. */
type Position = { readonly at: string; readonly timeline: number; readonly system: string }

/** The end of the primary’s log, also of what is not on its disk yet: whatever is committed is before that. */
export const readPosition = async (primary: Db): Promise<Position> => {
  const { rows } = await sql<Position>`select pg_current_wal_insert_lsn()::text as at,
    ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline,
    (select system_identifier::text from pg_control_system()) as system`.execute(primary)
  const [position] = rows
  if (!position) throw new Error('the database did not say where its log is')
  return position
}

type State = Omit<Position, 'at'> & { readonly is_standby: boolean; readonly has_reached: boolean }

/** @returns why the standby cannot be read from, in words; null: it has everything up to this position */
export const whyUnread = async (standby: Db, { at, timeline, system }: Position): Promise<string | null> => {
  const { rows } = await sql<State>`select pg_is_in_recovery() as is_standby,
    coalesce(pg_last_wal_replay_lsn() >= ${at}::pg_lsn, false) as has_reached,
    (select timeline_id from pg_control_checkpoint()) as timeline,
    (select system_identifier::text from pg_control_system()) as system`.execute(standby)
  const [state] = rows
  if (!state?.is_standby) return 'it is not a standby'
  if (state.system !== system) return 'it is a standby of another database'
  // One that was left behind by a fail-over may have what the new primary never had.
  if (state.timeline !== timeline) return 'it has not followed the last fail-over yet'
  return state.has_reached ? null : 'it is behind'
}

const waitFor = async (standby: Db, position: Position): Promise<string | null> => {
  for (const until = performance.now() + WAIT_MS; ; ) {
    const why = await whyUnread(standby, position)
    if (why !== 'it is behind' || performance.now() > until) return why
    await sleep(STEP_MS)
  }
}

/**
 * Away, in the way of what it has to repeat, or not allowed to say where its log is. A statement that takes too long would take as long on
 * the primary.
 */
const isStandbyFault = (error: unknown): boolean => {
  const { code } = error as { code?: unknown }
  return code === '42501' || (isDatabaseAway(error) && code !== '57014')
}

type Options = { readonly url: string; readonly max: number; readonly primary: Db; readonly log: Log }

/** Opens a pool of at most `max` connections to the standby. It need not be there, now or later. */
export const openStandby = ({ url, max, primary, log }: Options): Standby => {
  const { db, close } = openDatabase({ url, max, log, isSpare: true, connectTimeoutMs: PAUSE_MS })
  let pausedUntil = 0
  let said: string | null = null
  const say = (why: string | null) => {
    if (why !== null) pausedUntil = performance.now() + PAUSE_MS
    if (why === said) return
    said = why
    if (why === null) log.info('reads go to the standby')
    else log.warn({ problem: why }, 'reads go to the primary: the standby cannot answer')
  }
  const readThere = async <T>(work: (db: Db) => Promise<T>): Promise<{ readonly value: T } | null> => {
    try {
      const why = await waitFor(db, await readPosition(primary))
      say(why)
      return why === null ? { value: await work(db) } : null
    } catch (error) {
      if (!isStandbyFault(error)) throw error
      say(error instanceof Error && error.message !== '' ? error.message : 'it does not answer')
      return null
    }
  }
  return {
    read: async work => {
      const answer = performance.now() < pausedUntil ? null : await readThere(work)
      standbyReads.inc({ by: answer ? 'standby' : 'primary' })
      return answer ? answer.value : work(primary)
    },
    close,
  }
}
