import type pg from 'pg'
import type { Tx } from '#server/platform/db/database.ts'
import type { JobQueue, Jobs } from '#server/platform/jobs/job-queues.ts'

/** A job that waited or was being done. Its rows are in the tables, so without it they would wait forever. */
export type WaitingJob = {
  readonly name: string
  readonly data: object
  readonly priority: number
  readonly start_after: string
}

const AT_ONCE = 1000

/**
 * What the job queue had still to do. Its own tables are not copied: each of its versions has others, and what it has done is of no use
 * (decision 151).
 */
export async function* listWaitingJobs(client: pg.ClientBase): AsyncGenerator<WaitingJob> {
  const { rows: found } = await client.query<{ isThere: boolean }>(
    `select to_regclass('pgboss.job') is not null as "isThere"`,
  )
  if (!found[0]?.isThere) return
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await client.query<WaitingJob & { id: string }>(
      `select id::text, name, coalesce(data, '{}') as data, priority, start_after from pgboss.job
       where state in ('created', 'retry', 'active') and id > $1::uuid order by id limit $2`,
      [after, AT_ONCE],
    )
    for (const { id, ...job } of rows) {
      yield job
      after = id
    }
    if (rows.length < AT_ONCE) return
  }
}

/** Lets a job wait again, unless it is a regular one or of a former version. @returns whether it does */
export const requeue = async (
  tx: Tx,
  { jobs, queues }: { readonly jobs: Jobs; readonly queues: readonly JobQueue[] },
  { name, data, priority, start_after }: WaitingJob,
): Promise<boolean> => {
  const queue = queues.find(each => each.name === name && each.cron === undefined)
  if (!queue) return false
  await jobs.enqueue(tx, queue, data, { runAt: new Date(start_after), priority })
  return true
}
