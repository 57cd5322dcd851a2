import type { Services } from '#server/platform/http/route.ts'
import type { JobHandlers, Jobs } from '#server/platform/jobs/jobs.ts'
import { listDuePublications, listDueSchedules, makePublisher, type Publisher } from './queries.ts'
import { releaseSchedule } from './release/commands.ts'
import { runPublication } from './run/commands.ts'

/** What the worker does with jobs. A job is a hint: the rows say what is to be done. */
export const jobHandlers = (
  services: Services,
  publisher: Publisher = makePublisher(services),
): JobHandlers => ({
  'release-schedule': ({ scheduleId }) => releaseSchedule(publisher, scheduleId),
  'run-publication': ({ publicationId }) => runPublication(publisher, publicationId),
})

const SWEEP_MS = 2_000
/** At most so many things side by side: they wait for networks and not for this machine. */
const AT_ONCE = 50
const STOP_MS = 10_000

/** What is being done, by name, so that a long call is not begun twice by the same process. */
type Running = Map<string, Promise<void>>

/**
 * Finds what no job announced: schedules that are due, publications whose worker died. Begins them without waiting for their end, so that
 * one hanging network delays nobody else's posts.
 */
const beginDue = async (publisher: Publisher, running: Running): Promise<void> => {
  const { db, log } = publisher.services
  const now = await publisher.now(db)
  const begin = (name: string, work: () => Promise<void>) => {
    if (running.has(name) || running.size >= AT_ONCE) return
    const done = work()
      .catch(error => log.error({ err: error, what: name }, 'the sweep met an error'))
      .finally(() => running.delete(name))
    running.set(name, done)
  }
  for (const id of await listDueSchedules(db, now, AT_ONCE))
    begin(`schedule ${id}`, () => releaseSchedule(publisher, id))
  for (const id of await listDuePublications(db, now, AT_ONCE))
    begin(`publication ${id}`, () => runPublication(publisher, id))
}

/** One sweep, to its end. */
export const sweep = async (publisher: Publisher): Promise<void> => {
  const running: Running = new Map()
  await beginDue(publisher, running)
  await Promise.all(running.values())
}

/** Sweeps every few seconds until it is stopped; then waits a moment for the calls that are under way. */
export const startSweeper = (
  services: Services,
  publisher: Publisher = makePublisher(services),
): { stop(): Promise<void> } => {
  const running: Running = new Map()
  let isStopped = false
  let listing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const turn = () => {
    listing = beginDue(publisher, running)
      .catch(error => services.log.warn({ err: error }, 'could not look for what is due'))
      .finally(() => {
        if (!isStopped) timer = setTimeout(turn, SWEEP_MS)
      })
  }
  turn()
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await listing
      const late = new Promise<void>(resolve => setTimeout(resolve, STOP_MS).unref())
      await Promise.race([Promise.all(running.values()), late])
    },
  }
}

/** What a worker process does: takes jobs, and sweeps for what no job announced. */
export const startPublishing = async (
  services: Services,
  jobs: Jobs & { work(handlers: JobHandlers): Promise<void> },
  publisher: Publisher = makePublisher(services),
): Promise<{ stop(): Promise<void> }> => {
  await jobs.work(jobHandlers(services, publisher))
  return startSweeper(services, publisher)
}
