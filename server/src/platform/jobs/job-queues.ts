import { fromKysely, type Job, type JobResult, PgBoss, type SendOptions } from 'pg-boss'
import type { Tx } from '#server/platform/db/database.ts'
import { connectionTo } from '#server/platform/db/hosts.ts'
import type { Log } from '#server/platform/log.ts'
import { logContext, withLogContext } from '#server/platform/log-context.ts'
import { currentParent, inSpan, type TraceParent } from '#server/platform/spans.ts'
import { startWorkerSigns, type WorkerSigns } from './worker-signs.ts'

/** When a failed job is tried next: after `firstSeconds`, then about twice as long each time up to `longestSeconds`. */
type Retry = { readonly times: number; readonly firstSeconds: number; readonly longestSeconds: number }

/**
 * A kind of job, and what each job carries: only ids, because the rows are the source of truth. `cron` (UTC) makes it a regular job:
 * one each time, however many workers run, and only one for all the times that were missed while none was running.
 */
export type JobQueue<Data extends object = object> = {
  /** Imperative and in kebab-case: `send-mail`. */
  readonly name: string
  readonly cron?: string
  readonly retry?: Retry
  /** A job that takes longer is assumed to belong to a dead worker, and is given to another one. */
  readonly expireSeconds: number
  /** At least 10: a worker that was silent for so long is dead, and its job is given to another one. */
  readonly heartbeatSeconds?: number
  /** Jobs that a worker process runs at a time, instead of ten. */
  readonly atOnce?: number
  /** How many such groups run beside each other, instead of one: a slow job keeps waiting only what was fetched with it. */
  readonly groups?: number
  /** Only for the compiler: the payload of this queue's jobs. */
  readonly data?: Data
}

/** Enqueues in the transaction that writes the row. */
export type Jobs = {
  enqueue<Data extends object>(
    tx: Tx,
    queue: JobQueue<Data>,
    data: Data,
    /** `priority`: of the jobs that wait, those with the highest one go first; 0 by default. */
    options?: { runAt?: Date; priority?: number },
  ): Promise<void>
}

/** `retry` is an expected failure that was already logged; anything thrown is logged as a fault and retried as well. */
export type JobOutcome = 'done' | 'retry'

export type JobRunner = Jobs & {
  /** Runs jobs of the queue until `stop`. Up to ten run at a time, so that a slow one delays few others. */
  work<Data extends object>(queue: JobQueue<Data>, handle: (data: Data) => Promise<JobOutcome>): Promise<void>
  /** Waits up to ten seconds for the jobs that are running. */
  stop(): Promise<void>
}

const BATCH_SIZE = 10
/** NOTIFY wakes a worker for a new job immediately; a retry that comes due does not. */
const POLL_SECONDS = 5
/** How often jobs of dead workers are looked for; the queue's own minute lets an import or export rest for up to a minute and a half after a crash. */
const SUPERVISE_SECONDS = 15

const optionsOf = ({ retry, expireSeconds, heartbeatSeconds }: JobQueue): SendOptions => ({
  expireInSeconds: expireSeconds,
  deleteAfterSeconds: 86_400,
  retryLimit: retry?.times ?? 0,
  ...(heartbeatSeconds !== undefined && { heartbeatSeconds }),
  ...(retry && { retryDelay: retry.firstSeconds, retryBackoff: true, retryDelayMax: retry.longestSeconds }),
})

/** pg-boss on the same database, with these queues. */
export const openJobs = async (url: string, log: Log, queues: readonly JobQueue[]): Promise<JobRunner> => {
  const boss = new PgBoss({
    ...connectionTo(url),
    max: 2,
    application_name: 'galley-jobs',
    useListenNotify: true,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  })
  const firstWorkers = new Map<string, string>()
  let signs: Promise<WorkerSigns> | null = null
  const isKnown = (queue: string) => queues.some(({ name }) => name === queue)
  const wake = (queue: string) => boss.notifyWorker(firstWorkers.get(queue) ?? '')
  boss.on('error', error => log.warn({ err: error }, 'the job queue reported an error'))
  await boss.start()
  await removeFormer(boss, queues)
  for (const queue of queues) {
    const options = { ...optionsOf(queue), notify: queue.cron === undefined }
    await boss.createQueue(queue.name, options)
    // An existing queue keeps its old options until they are updated.
    await boss.updateQueue(queue.name, options)
  }
  return {
    enqueue: async (tx, { name }, data, { runAt, priority = 0 } = {}) => {
      const { request } = logContext()
      const parent = currentParent()
      await boss.send(
        name,
        { ...data, ...(request && { [causeKey]: request }), ...(parent && { [traceKey]: parent }) },
        { db: fromKysely(tx), priority, ...(runAt && { startAfter: runAt }) },
      )
    },
    work: async (queue, handle) => {
      if (queue.cron) await boss.schedule(queue.name, queue.cron, {}, { missed: 'once' })
      signs ??= startWorkerSigns({ boss, url, log, isKnown, wake })
      firstWorkers.set(queue.name, await workOn(boss, queue, handle, { log, signs: await signs }))
    },
    stop: async () => {
      const stopJobs = () => boss.stop({ graceful: true, timeout: 10_000 })
      await ((await signs)?.stop(stopJobs) ?? stopJobs())
    },
  }
}

/** Regular jobs that an earlier version had: nobody would work on them, and each hour would leave one more. */
const removeFormer = async (boss: PgBoss, queues: readonly JobQueue[]): Promise<void> => {
  const present = new Set(queues.map(({ name }) => name))
  for (const { name } of await boss.getSchedules()) {
    if (present.has(name)) continue
    await boss.unschedule(name)
    await boss.deleteQueue(name)
  }
}

/** In a job's data: the id of the request that began it, for the log. */
const causeKey = '_request'

/** And the span that it follows, for its trace. */
const traceKey = '_trace'

type Carried<Data> = Data & { readonly [causeKey]?: string; readonly [traceKey]?: TraceParent }

/** @returns what wakes the first of its groups */
const workOn = <Data extends object>(
  boss: PgBoss,
  { name, atOnce = BATCH_SIZE, groups = 1 }: JobQueue<Data>,
  handle: (data: Data) => Promise<JobOutcome>,
  { log, signs }: { log: Log; signs: WorkerSigns },
): Promise<string> => {
  const run = ({
    id,
    data: { [causeKey]: request, [traceKey]: parent, ...data },
    retryCount,
  }: Job<Carried<Data>>) =>
    withLogContext({ queue: name, job: id, ...(request && { request }) }, async (): Promise<JobResult> => {
      const attributes = { 'galley.job': id, 'galley.queue': name, 'galley.retries': retryCount ?? 0 }
      const work = () =>
        inSpan(`job ${name}`, { kind: 'CONSUMER', attributes, parent: parent ?? null }, () =>
          handle(data as unknown as Data),
        )
      const outcome = await signs
        .whileRunning(name, { id, retryCount }, work)
        .catch((error: unknown): JobOutcome => {
          log.error({ err: error, data }, 'a job failed')
          return 'retry'
        })
      return { id, status: outcome === 'done' ? 'completed' : 'failed' }
    })
  return boss.work(
    name,
    {
      perJobResults: true,
      batchSize: atOnce,
      localConcurrency: groups,
      pollingIntervalSeconds: POLL_SECONDS,
      notifyPollingIntervalSeconds: POLL_SECONDS,
      burstWhenBatchFull: true,
    },
    (jobs: Job<Carried<Data>>[]) => Promise.all(jobs.map(run)),
  )
}
