import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import type { JobQueue, Jobs } from '#server/platform/jobs/job-queues.ts'

/** A separate table, so that a rollback removes what the transaction enqueued, as in the real queue. */
export const createJobTable = async (db: Db): Promise<void> => {
  await sql`create table test_jobs (
    id bigint generated always as identity primary key, name text not null, data jsonb not null, run_at timestamptz
  )`.execute(db)
}

/** The committed jobs of a queue, in order. */
export type Enqueued = <Data extends object>(
  queue: JobQueue<Data>,
) => Promise<(Data & { runAt: Date | null })[]>

/** Jobs that no worker runs. */
export const recordingJobs = (db: Db): { jobs: Jobs; enqueued: Enqueued } => ({
  jobs: {
    enqueue: async (tx, { name }, data, { runAt } = {}) => {
      await sql`insert into test_jobs (name, data, run_at)
        values (${name}, ${JSON.stringify(data)}, ${runAt ?? null})`.execute(tx)
    },
  },
  enqueued: async <Data extends object>({ name }: JobQueue<Data>) => {
    const { rows } = await sql<{ data: Data; runAt: Date | null }>`
      select data, run_at as "runAt" from test_jobs where name = ${name} order by id`.execute(db)
    return rows.map(({ data, runAt }) => ({ ...data, runAt }))
  },
})
