import { fromKysely, PgBoss } from 'pg-boss'
import type { Tx } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/log/log.ts'

/**
 * The queues, imperative names, and what their jobs carry: ids only. A job is a hint that something may be due; the row it names is the
 * truth, so a job that comes twice, late or never does no harm (a sweep finds what no job announced).
 */
export type JobData = {
  /** Look at a schedule whose time may have come. */
  'release-schedule': { scheduleId: number }
  /** Take a publication on, whatever step it is at. */
  'run-publication': { publicationId: number }
  /** Hand a mail to the mail server. */
  'send-mail': { mailId: number }
}
export type JobName = keyof JobData

/** Enqueues in the transaction that writes the row. */
export type Jobs = {
  enqueue<N extends JobName>(tx: Tx, name: N, data: JobData[N], options?: { runAt?: Date }): Promise<void>
}

export type JobHandlers = { readonly [N in JobName]: (data: JobData[N]) => Promise<void> }

const queues: readonly JobName[] = ['release-schedule', 'run-publication', 'send-mail']
/** How many jobs of a queue are taken at once. A handler must not wait for a network: the batch ends with its slowest job. */
const BATCH_SIZE = 200

/**
 * pg-boss on the same database. `start` makes its schema; `work` takes jobs until `stop`. The defaults run one job in two seconds, so
 * batches, bursts and NOTIFY are switched on; with NOTIFY the poll must stay short as well, since a deferred job notifies nobody.
 */
export const openJobs = async (
  url: string,
  log: Log,
): Promise<Jobs & { work(handlers: Partial<JobHandlers>): Promise<void>; stop(): Promise<void> }> => {
  const boss = new PgBoss({
    connectionString: url,
    max: 4,
    application_name: 'galley-jobs',
    useListenNotify: true,
  })
  boss.on('error', error => log.warn({ err: error }, 'the job queue met an error'))
  await boss.start()
  for (const name of queues)
    await boss.createQueue(name, { notify: true, retryLimit: 0, deleteAfterSeconds: 86_400 })
  return {
    enqueue: async (tx, name, data, options) => {
      await boss.send(name, data, {
        db: fromKysely(tx),
        ...(options?.runAt ? { startAfter: options.runAt } : {}),
      })
    },
    work: async handlers => {
      for (const name of queues) if (handlers[name]) await workOn(boss, name, handlers, log)
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  }
}

const workOn = async <N extends JobName>(boss: PgBoss, name: N, handlers: Partial<JobHandlers>, log: Log) => {
  const handle = handlers[name] as (data: JobData[N]) => Promise<void>
  await boss.work<JobData[N]>(
    name,
    {
      batchSize: BATCH_SIZE,
      pollingIntervalSeconds: 0.5,
      notifyPollingIntervalSeconds: 0.5,
      burstWhenBatchFull: true,
    },
    async jobs => {
      await Promise.all(
        jobs.map(job =>
          handle(job.data).catch(error =>
            log.error({ err: error, job: name, data: job.data }, 'a job failed'),
          ),
        ),
      )
    },
  )
}
