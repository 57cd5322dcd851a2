import { type JobQueue, openJobs } from '#server/platform/jobs/job-queues.ts'
import { makeLog } from '#server/platform/log.ts'

// A worker process that says which job it has begun, and never ends it. Its parent kills or freezes it.
/** Neither pg-boss's own heartbeat nor its own delay lets the job go on while a test runs. */
export const heldQueue: JobQueue<{ n: number }> = {
  name: 'test-held',
  expireSeconds: 7_200,
  heartbeatSeconds: 3_600,
  retry: { times: 3, firstSeconds: 3_600, longestSeconds: 3_600 },
}

if (import.meta.main) {
  const jobs = await openJobs(process.env.DATABASE_URL ?? '', makeLog('error'), [heldQueue])
  await jobs.work(heldQueue, ({ n }) => {
    process.send?.(n)
    return new Promise(() => undefined)
  })
}
