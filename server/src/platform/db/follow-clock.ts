import type pg from 'pg'
import {
  type FollowingClock,
  onClockLead,
  SKEW_MS_MAX,
  sharedClock,
  startTimer,
} from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { type Db, isDatabaseAway } from './database.ts'
import { databaseNow } from './database-now.ts'

/** A machine's clock drifts by less than a millisecond in this time. */
const READ_MS = 10_000
const LOOK_MS = 1_000

/** An answer that took longer says little, so another is asked for. */
const SLOW_MS = 200
const ANSWERS_MAX = 3
/** A broken connection that says nothing keeps nobody from asking over another one. */
const PATIENCE_MS = 30_000

const describeLead = (ms: number) => `${Math.abs(Math.round(ms))} ms ${ms > 0 ? 'ahead of' : 'behind'}`

/** Reads the time over a connection that is open already, so that opening one is not counted. Returns by how much ours was corrected. */
const read = (clock: FollowingClock, db: Db): Promise<number> =>
  db.connection().execute(async one => {
    let corrected = 0
    for (let answers = 1; ; answers += 1) {
      const elapsed = startTimer()
      const shown = await databaseNow(one)
      const tookMs = elapsed()
      corrected += clock.follow(shown.getTime(), tookMs)
      if (tookMs <= SLOW_MS || answers === ANSWERS_MAX) return corrected
    }
  })

/**
 * Lets this process's shared clock follow the database's (docs/decisions/0200-one-clock.md): read now, every ten seconds, after a new
 * connection, since another server may have taken over, and when this machine's clock was set. While the database is away the clock goes
 * on by this machine's.
 */
export const followClock = async (
  { db, pool, log }: { db: Db; pool: pg.Pool; log: Log },
  clock = sharedClock,
) => {
  let readAt = Number.NEGATIVE_INFINITY
  let askedUntil = Number.NEGATIVE_INFINITY
  const follow = async (): Promise<void> => {
    if (performance.now() < askedUntil) return
    askedUntil = performance.now() + PATIENCE_MS
    try {
      const corrected = await read(clock, db)
      if (Math.abs(corrected) > SKEW_MS_MAX)
        log.warn(
          { corrected_ms: Math.round(corrected) },
          `this process's clock was ${describeLead(-corrected)} the database's, which it follows`,
        )
    } finally {
      askedUntil = Number.NEGATIVE_INFINITY
      readAt = performance.now()
    }
  }
  const again = () =>
    follow().catch((error: unknown) => {
      const say = isDatabaseAway(error) ? log.debug.bind(log) : log.warn.bind(log)
      say({ err: error }, "the database's clock could not be read")
    })
  onClockLead((host, ms) =>
    log.warn(
      { host, ahead_ms: ms },
      `${host} refused our time: its clock is ${describeLead(ms)} the database's. Synchronize the database's machine with NTP`,
    ),
  )
  await follow()
  const timer = setInterval(() => {
    if (performance.now() - readAt > READ_MS || clock.hasStepped()) again()
  }, LOOK_MS).unref()
  const onConnect = () => {
    if (performance.now() - readAt > LOOK_MS) again()
    // At the next look.
    else readAt = Number.NEGATIVE_INFINITY
  }
  pool.on('connect', onConnect)
  return {
    stop: () => {
      clearInterval(timer)
      pool.off('connect', onConnect)
    },
  }
}
