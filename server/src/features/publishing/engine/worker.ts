import { listenToDatabase } from '#server/platform/db/listen.ts'
import type { Services } from '#server/platform/http/route.ts'
import { withLogContext } from '#server/platform/log-context.ts'
import { attemptPublication } from './attempt.ts'
import { type Candidate, listCandidates, readNextDueMs } from './due.ts'
import { startHeartbeat } from './lost-time.ts'
import { makePublisher, type Publisher } from './publisher.ts'
import { releaseDue } from './release-due.ts'
import { makeSlots, type Slots, slotLimits } from './slots.ts'
import { PUBLISHING_CHANNEL } from './wake.ts'

/** The longest pause between two sweeps; a notification or the next due time makes it shorter. */
const SWEEP_MS = 1_000
const STOP_MS = 10_000
/** Publications planned ahead. A plan is dropped after a moment, because other workers take from the same rows. */
const PLANNED = 400
const PLAN_MS = 500
/** The pause before each turn, so that publications that become ready together share their statements. */
const BATCH_MS = 25

const plan = async (publisher: Publisher, slots: Slots): Promise<Candidate[]> => {
  const { timings, services } = publisher
  const { perAccount } = slotLimits
  const now = await publisher.now(services.db)
  return listCandidates(services.db, { now, limit: PLANNED, perAccount, timings, full: slots.full() })
}

/**
 * Starts as many of the planned publications as there are free slots, without waiting for them to end. @returns the rest of the plan
 */
const startPlanned = (publisher: Publisher, slots: Slots, planned: readonly Candidate[]): Candidate[] => {
  let isMemoryWanted = false
  return planned.filter(candidate => {
    if (slots.free() <= 0 || !slots.mayStart(candidate)) return true
    // Smaller files do not overtake a large one, or the large one might never get its turn.
    if (candidate.bytes > 0) isMemoryWanted ||= !slots.fits(candidate)
    if (candidate.bytes > 0 && isMemoryWanted) return true
    const { id, post_id: post } = candidate
    slots.start(candidate, () =>
      withLogContext({ publication: id, post }, () =>
        attemptPublication(publisher, id).catch(error =>
          publisher.services.log.error({ err: error }, 'a publication attempt failed'),
        ),
      ),
    )
    return false
  })
}

/** Runs one sweep to its end. */
export const sweep = async (publisher: Publisher): Promise<void> => {
  await releaseDue(publisher)
  const slots = makeSlots(slotLimits, () => undefined)
  startPlanned(publisher, slots, await plan(publisher, slots))
  await slots.idle()
}

/** A sleep that can be cut short. If it is woken between two sleeps, it skips the next one. */
const makeAlarm = () => {
  let isWoken = false
  let endSleep: (() => void) | null = null
  return {
    wake: (): void => {
      isWoken = true
      endSleep?.()
    },
    sleep: async (ms: number): Promise<void> => {
      if (!isWoken)
        await new Promise<void>(resolve => {
          const timer = setTimeout(resolve, ms)
          endSleep = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      endSleep = null
      isWoken = false
    },
  }
}

export type Sweeper = { wake(): void; stop(): Promise<void> }

/** Releases and publishes what is due until it is stopped; stopping waits a moment for the calls in progress. */
export const startSweeper = (services: Services, publisher: Publisher = makePublisher(services)): Sweeper => {
  const [releasing, publishing] = [makeAlarm(), makeAlarm()]
  let isStopped = false
  const loop = async (alarm: ReturnType<typeof makeAlarm>, turn: () => Promise<number>): Promise<void> => {
    while (!isStopped) {
      const waitMs = await turn().catch(error => {
        services.log.warn({ err: error }, 'the publishing sweep failed')
        return SWEEP_MS
      })
      if (!isStopped && waitMs > 0) await alarm.sleep(waitMs)
    }
  }
  const nextSweepMs = async () => {
    const next = await readNextDueMs(services.db)
    return next === null ? SWEEP_MS : Math.min(Math.max(next, 1), SWEEP_MS)
  }
  const slots = makeSlots(slotLimits, () => publishing.wake())
  const loops = [
    loop(releasing, async () => {
      const released = await releaseDue(publisher)
      if (released > 0) publishing.wake()
      return released > 0 ? 0 : nextSweepMs()
    }),
    loop(publishing, publishingTurn(publisher, slots, nextSweepMs)),
  ]
  const wake = () => {
    releasing.wake()
    publishing.wake()
  }
  return {
    wake,
    stop: async () => {
      isStopped = true
      wake()
      await Promise.all(loops)
      const timeout = new Promise<void>(resolve => setTimeout(resolve, STOP_MS).unref())
      await Promise.race([slots.idle(), timeout])
    },
  }
}

/** Plans, starts what gets a free slot, and returns how long to wait for more. */
const publishingTurn = (publisher: Publisher, slots: Slots, nextSweepMs: () => Promise<number>) => {
  let planned: Candidate[] = []
  let plannedAt = 0
  return async (): Promise<number> => {
    await new Promise(resolve => setTimeout(resolve, BATCH_MS))
    if (slots.free() <= 0) return SWEEP_MS
    const isOld = performance.now() - plannedAt > PLAN_MS
    if (planned.length === 0 || isOld) {
      planned = await plan(publisher, slots)
      plannedAt = performance.now()
    }
    const before = planned.length
    planned = startPlanned(publisher, slots, planned)
    return planned.length < before ? 1 : nextSweepMs()
  }
}

/**
 * What a worker process does: sweeps for what is due, and is notified at once of what a person is waiting for. Before the first sweep it
 * finds out whether the database was put back.
 */
export const startPublishing = async (
  services: Services,
  url: string,
  publisher: Publisher,
): Promise<{ stop(): Promise<void> }> => {
  const heart = await startHeartbeat(publisher)
  const sweeper = startSweeper(services, publisher)
  const listening = await listenToDatabase(url, {
    name: 'galley-publishing',
    channels: [PUBLISHING_CHANNEL],
    log: services.log,
    onNotification: sweeper.wake,
    // Another server may have taken over: until a beat has found out, nothing is claimed.
    onReconnect: () => heart.beat().then(sweeper.wake),
  })
  return {
    stop: async () => {
      await listening.close()
      await sweeper.stop()
      await heart.stop()
    },
  }
}
