import { listenToDatabase } from '#server/platform/db/listen.ts'
import type { Services } from '#server/platform/http/route.ts'
import { attemptPublication } from './attempt.ts'
import { type Candidate, listCandidates, listDueInTurns, readNextDueMs } from './due.ts'
import { makePublisher, type Publisher } from './publisher.ts'
import { releaseSchedule } from './release.ts'
import { releaseBatch } from './release-due.ts'
import { makeSlots, type Slots, slotLimits } from './slots.ts'
import { PUBLISHING_CHANNEL } from './wake.ts'

/** The longest time without a look at what is due; a hint or the next due time makes it shorter. */
const SWEEP_MS = 1_000
const STOP_MS = 10_000
/** Schedules released in one transaction: enough to be quick, few enough not to hold their rows for long. */
const RELEASED_TOGETHER = 100
/** Publications planned ahead; a plan is thrown away after a moment, as others work on the same rows. */
const PLANNED = 400
const PLAN_MS = 500
/** A place that is free waits so long for others: what begins in the same moment shares its statements. */
const BATCH_MS = 25

/** @returns what the work did; after an error, which is logged, false. */
const logErrors = (publisher: Publisher, what: string, work: () => Promise<boolean>): Promise<boolean> =>
  work().catch(error => {
    publisher.services.log.error({ err: error, what }, 'publishing met an error')
    return false
  })

/**
 * Releases what is due. @returns how many schedules were dealt with: not what somebody else holds, nor what cannot be dealt with, for which
 * nobody must come back without a rest.
 */
const releaseDue = async (publisher: Publisher): Promise<number> => {
  const { db, log } = publisher.services
  const ids = await listDueInTurns(db, await publisher.now(db), PLANNED)
  let count = 0
  for (let from = 0; from < ids.length; from += RELEASED_TOGETHER) {
    const chunk = ids.slice(from, from + RELEASED_TOGETHER)
    const { released, left } = await releaseBatch(publisher, chunk).catch(error => {
      log.warn({ err: error }, 'schedules could not be released together')
      return { released: 0, left: chunk }
    })
    const dealtWith = await Promise.all(
      left.map(id => logErrors(publisher, `schedule ${id}`, () => releaseSchedule(publisher, id))),
    )
    count += released + dealtWith.filter(Boolean).length
  }
  return count
}

const plan = async (publisher: Publisher, slots: Slots): Promise<Candidate[]> => {
  const { timings, services } = publisher
  const { perAccount } = slotLimits
  const now = await publisher.now(services.db)
  return listCandidates(services.db, { now, limit: PLANNED, perAccount, timings, full: slots.full() })
}

/** Begins as much of the plan as there are places, without waiting for the end of any. @returns what of the plan is left. */
const startPlanned = (publisher: Publisher, slots: Slots, planned: readonly Candidate[]): Candidate[] => {
  let isMemoryWanted = false
  return planned.filter(candidate => {
    if (slots.free() <= 0 || !slots.mayStart(candidate)) return true
    // Smaller files do not overtake a large one, or its turn might never come.
    if (candidate.bytes > 0) isMemoryWanted ||= !slots.fits(candidate)
    if (candidate.bytes > 0 && isMemoryWanted) return true
    const { id } = candidate
    const run = () => attemptPublication(publisher, id).then(() => true)
    slots.start(candidate, () => logErrors(publisher, `publication ${id}`, run))
    return false
  })
}

/** One sweep, to its end. */
export const sweep = async (publisher: Publisher): Promise<void> => {
  await releaseDue(publisher)
  const slots = makeSlots(slotLimits, () => undefined)
  startPlanned(publisher, slots, await plan(publisher, slots))
  await slots.idle()
}

/** Waits until it is woken, or for so many milliseconds. Woken in between, it does not wait at all. */
const makeAlarm = () => {
  let isRung = false
  let ring: (() => void) | null = null
  return {
    wake: (): void => {
      isRung = true
      ring?.()
    },
    wait: async (ms: number): Promise<void> => {
      if (!isRung)
        await new Promise<void>(resolve => {
          const timer = setTimeout(resolve, ms)
          ring = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      ring = null
      isRung = false
    },
  }
}

export type Sweeper = { wake(): void; stop(): Promise<void> }

/** Releases and publishes what is due until it is stopped; then waits a moment for the calls that are under way. */
export const startSweeper = (services: Services, publisher: Publisher = makePublisher(services)): Sweeper => {
  const [releasing, publishing] = [makeAlarm(), makeAlarm()]
  let isStopped = false
  const loop = async (alarm: ReturnType<typeof makeAlarm>, turn: () => Promise<number>): Promise<void> => {
    while (!isStopped) {
      const waitMs = await turn().catch(error => {
        services.log.warn({ err: error }, 'could not look for what is due')
        return SWEEP_MS
      })
      if (!isStopped && waitMs > 0) await alarm.wait(waitMs)
    }
  }
  const restMs = async () => {
    const next = await readNextDueMs(services.db)
    return next === null ? SWEEP_MS : Math.min(Math.max(next, 1), SWEEP_MS)
  }
  const slots = makeSlots(slotLimits, () => publishing.wake())
  const loops = [
    loop(releasing, async () => {
      const released = await releaseDue(publisher)
      if (released > 0) publishing.wake()
      return released > 0 ? 0 : restMs()
    }),
    loop(publishing, publishingTurn(publisher, slots, restMs)),
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
      const late = new Promise<void>(resolve => setTimeout(resolve, STOP_MS).unref())
      await Promise.race([slots.idle(), late])
    },
  }
}

/** Plans, begins what has a place, and says how long to wait for more. */
const publishingTurn = (publisher: Publisher, slots: Slots, restMs: () => Promise<number>) => {
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
    const wanted = planned.length
    planned = startPlanned(publisher, slots, planned)
    return planned.length < wanted ? 1 : restMs()
  }
}

/** What a worker process does: sweeps for what is due, and hears at once of what somebody waits for. */
export const startPublishing = async (
  services: Services,
  url: string,
  publisher: Publisher = makePublisher(services),
): Promise<{ stop(): Promise<void> }> => {
  const sweeper = startSweeper(services, publisher)
  const listening = await listenToDatabase(url, {
    name: 'galley-publishing',
    channels: [PUBLISHING_CHANNEL],
    log: services.log,
    onNotification: sweeper.wake,
    onReconnect: sweeper.wake,
  })
  return {
    stop: async () => {
      await listening.close()
      await sweeper.stop()
    },
  }
}
