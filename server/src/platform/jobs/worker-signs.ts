import pg from 'pg'
import type { Db, PgBoss } from 'pg-boss'
import { connectionTo } from '#server/platform/db/hosts.ts'
import type { Log } from '#server/platform/log.ts'

/** How often a worker says that it is there, and looks for workers that are gone. */
const BEAT_MS = 2_000
/** A worker whose lock was given up and that has not beaten for so long is gone. */
const SILENT_SECONDS = 4
/** The first key of every worker's lock; the second one is its id. */
const LOCKS = 0x6a6f62

/** A job as its worker has it; `retryCount` says which try it is. */
type Running = { readonly id: string; readonly retryCount: number }

/** What other workers see of this one, and what it does for those that are gone. */
export type WorkerSigns = {
  /** Does the work while the job is noted as running here. */
  whileRunning<T>(queue: string, job: Running, work: () => Promise<T>): Promise<T>
  /** The signs last until the jobs have been stopped. */
  stop(stopJobs: () => Promise<void>): Promise<void>
}

type Others = {
  readonly boss: PgBoss
  /** The database's own address: a lock needs a session. */
  readonly url: string
  readonly log: Log
  isKnown(queue: string): boolean
  /** Lets this process fetch jobs of the queue at once. */
  wake(queue: string): void
}

/** Neither sign alone is enough: a session can be lost while its process works on, and a frozen process still holds its lock. */
const isGone = `beat_at not between now() - interval '${SILENT_SECONDS} seconds' and now() + interval '${SILENT_SECONDS} seconds'
  and not exists (
    select from pg_locks l join pg_database d on d.oid = l.database
    where d.datname = current_database() and l.locktype = 'advisory' and l.objsubid = 2
      and l.classid = ${LOCKS} and l.objid = job_workers.id::oid)`

type Lost = { job_id: string; attempt: number; queue: string }

/** Lets the jobs of workers that are gone wait again, to be fetched at once. Several processes may do it at the same time. */
const requeueLost = async (db: Db, { boss, log, isKnown, wake }: Others): Promise<void> => {
  const gone: { id: number; jobs: Lost[] }[] = (
    await db.executeSql(
      `select id, (select coalesce(json_agg(r), '[]') from running_jobs r where r.worker_id = job_workers.id) as jobs
       from job_workers where ${isGone}`,
    )
  ).rows
  const lost = Map.groupBy(
    gone.flatMap(({ jobs }) => jobs).filter(({ queue }) => isKnown(queue)),
    ({ queue }) => queue,
  )
  for (const [queue, jobs] of lost) {
    // Only the try that is noted: another worker may have the next one by now.
    const tries = jobs.map(job => ({ id: job.job_id, retryCount: job.attempt }))
    await boss.fail(queue, tries, { message: 'its worker is gone' })
    const { rows: waiting } = await db.executeSql(
      `update pgboss.job set start_after = pgboss.job_now()
       where name = $1 and id = any($2::uuid[]) and state = 'retry' returning id`,
      [queue, tries.map(({ id }) => id)],
    )
    if (waiting.length > 0)
      log.warn({ queue, jobs: waiting.map(({ id }) => id) }, 'jobs of a lost worker go on')
    wake(queue)
  }
  if (gone.length > 0)
    await db.executeSql(`delete from job_workers where id = any($1) and ${isGone}`, [
      gone.map(({ id }) => id),
    ])
}

/** The session that holds the worker's lock. PostgreSQL gives the lock up as soon as the process has died. */
const openLock = async (url: string, id: number, log: Log): Promise<pg.Client> => {
  const client = new pg.Client({ ...connectionTo(url), application_name: 'galley-worker' })
  client.on('error', error => log.warn({ err: error }, 'a worker lost the session that shows it is there'))
  await client.connect()
  await client.query('select pg_advisory_lock($1, $2)', [LOCKS, id])
  return client
}

/** The row and the lock of this process. `beat` makes them, and makes them again where they are lost. */
const makeOwnSigns = (db: Db, { url, log }: Pick<Others, 'url' | 'log'>) => {
  let id = 0
  let lock: pg.Client | null = null
  return {
    id: () => id,
    beat: async (): Promise<void> => {
      const { rows: known } = await db.executeSql(
        'update job_workers set beat_at = now() where id = $1 returning id',
        [id],
      )
      if (lock && known.length > 0) return
      await lock?.end()
      if (known.length === 0)
        id = (await db.executeSql('insert into job_workers (beat_at) values (now()) returning id')).rows[0].id
      const fresh = await openLock(url, id, log)
      fresh.on('end', () => {
        if (lock === fresh) lock = null
      })
      lock = fresh
    },
    /** On the session of the lock: the pool of the jobs may be closed by now. */
    end: async (): Promise<void> => {
      const held = lock
      lock = null
      await held?.query('delete from job_workers where id = $1', [id])
      await held?.end()
    },
  }
}

/** Makes this process one that others know to be running (decision 164). */
export const startWorkerSigns = async (others: Others): Promise<WorkerSigns> => {
  const { boss, log } = others
  const db = boss.getDb()
  const own = makeOwnSigns(db, others)
  let [isStopping, isStopped] = [false, false]
  const turn = async () => {
    try {
      await own.beat()
      await requeueLost(db, others)
    } catch (error) {
      if (!isStopping) log.warn({ err: error }, 'a worker could not say that it is there')
    }
    if (!isStopped) timer = setTimeout(turn, BEAT_MS)
  }
  await own.beat()
  let timer = setTimeout(turn, BEAT_MS)

  return {
    whileRunning: async (queue, { id, retryCount }, work) => {
      const worker = own.id()
      await db.executeSql(
        `insert into running_jobs (job_id, attempt, queue, worker_id) values ($1, $2, $3, $4)
         on conflict (job_id) do update set attempt = excluded.attempt, worker_id = excluded.worker_id`,
        [id, retryCount, queue, worker],
      )
      try {
        return await work()
      } finally {
        await db
          .executeSql('delete from running_jobs where job_id = $1 and worker_id = $2', [id, worker])
          // A note that stays does no harm: it names a try that has ended.
          .catch((error: unknown) => log.warn({ err: error, job: id }, 'an ended job is still noted'))
      }
    },
    stop: async stopJobs => {
      isStopping = true
      await stopJobs()
      isStopped = true
      clearTimeout(timer)
      // Without it the row is deleted by another worker, as that of one that was killed.
      await own
        .end()
        .catch((error: unknown) => log.debug({ err: error }, 'a worker that stops could not delete its row'))
    },
  }
}
