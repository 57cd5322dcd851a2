import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#server/platform/log.ts'
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { runningPostmaster } from './postmaster.ts'

type Options = Omit<EmbeddedOptions, 'log' | 'port' | 'signal'> & {
  log: Log
  /** How often to check that the server process exists. */
  watchMs?: number
  /** The pauses before the second, third, … start; the last one repeats. */
  backoffMs?: readonly number[]
}

export type SupervisedPostgres = Omit<EmbeddedPostgres, 'stop'> & {
  /** Ends the supervision and, unless other processes use it, the server. */
  stop: (options?: { keepRunning: boolean }) => Promise<void>
}

/** A server that ran this long was healthy: after the next crash the shortest pause applies again. */
const WELL_MS = 60_000
/** How long one start may take: crash recovery, and backends of the killed server that are finishing a statement. */
const PATIENCE_MS = 60_000

/**
 * Starts PostgreSQL on the folder (or adopts the server that runs there) and restarts it on the same port whenever its process ends,
 * until it is stopped: connection pools and listeners then reconnect by themselves. It never gives up, since even a full disk gets
 * space again. PostgreSQL itself restarts single backends that crash; only the end of the whole server is noticed here. Several
 * processes may supervise the same folder: its lock file admits one server, and the others adopt it.
 * (docs/decisions/0030-supervised-database-and-start-checks.md)
 */
export async function superviseEmbeddedPostgres(options: Options): Promise<SupervisedPostgres> {
  const { log, watchMs = 1_000, backoffMs = [0, 1_000, 2_000, 5_000, 15_000, 30_000], ...start } = options
  const first = await startEmbeddedPostgres({ ...start, log: message => log.debug(message) })
  const ending = new AbortController()
  const { signal } = ending
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined)

  let attempts = 0
  let upSince: number | null = performance.now()
  const restart = async (): Promise<void> => {
    if (upSince !== null && performance.now() - upSince > WELL_MS) attempts = 0
    upSince = null
    const waitMs = backoffMs[Math.min(attempts, backoffMs.length - 1)] ?? 0
    attempts += 1
    log.error({ attempt: attempts, waitMs }, 'the embedded PostgreSQL has ended and is being restarted')
    await pause(waitMs)
    if (signal.aborted) return
    const { adopted } = await startEmbeddedPostgres({
      ...start,
      port: first.port,
      patience: PATIENCE_MS,
      signal,
    })
    upSince = performance.now()
    log.warn({ attempt: attempts, adopted }, 'the embedded PostgreSQL is running again')
  }
  const watch = async (): Promise<void> => {
    for (;;) {
      await pause(watchMs)
      if (signal.aborted) return
      try {
        if (!runningPostmaster(options.dataDir)) await restart()
      } catch (error) {
        if (!signal.aborted)
          log.error({ err: error, attempt: attempts }, 'the embedded PostgreSQL could not be started')
      }
    }
  }
  const watching = watch()
  return {
    ...first,
    stop: async ({ keepRunning } = { keepRunning: false }) => {
      ending.abort()
      await watching
      if (!keepRunning) await first.stop()
    },
  }
}
