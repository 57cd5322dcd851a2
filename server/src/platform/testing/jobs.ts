import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import type { JobData, JobName, Jobs } from '#server/platform/jobs/jobs.ts'

type Recorded<N extends JobName> = { data: JobData[N]; runAt: Date | null }

/** A table beside the product's own: what a rolled back transaction enqueued is gone from it, as from the real queue. */
export const createJobTable = async (db: Db): Promise<void> => {
  await sql`create table test_jobs (
    id bigint generated always as identity primary key, name text not null, data jsonb not null, run_at timestamptz
  )`.execute(db)
}

/** Jobs that nobody works on. `enqueued` reads what was committed, in order. */
export const recordingJobs = (
  db: Db,
): { jobs: Jobs; enqueued<N extends JobName>(name: N): Promise<Recorded<N>[]> } => ({
  jobs: {
    enqueue: async (tx, name, data, options) => {
      await sql`insert into test_jobs (name, data, run_at)
        values (${name}, ${JSON.stringify(data)}, ${options?.runAt ?? null})`.execute(tx)
    },
  },
  enqueued: async <N extends JobName>(name: N) => {
    const { rows } = await sql<Recorded<N>>`
      select data, run_at as "runAt" from test_jobs where name = ${name} order by id`.execute(db)
    return rows
  },
})
