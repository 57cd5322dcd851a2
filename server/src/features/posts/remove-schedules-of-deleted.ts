import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import type { Services } from '#server/platform/http/route.ts'
import type { JobOutcome, JobQueue } from '#server/platform/jobs/job-queues.ts'
import { RESTORE_HOURS } from './restore-posts.ts'

export const removeSchedulesOfDeletedQueue: JobQueue = {
  name: 'remove-schedules-of-deleted',
  cron: '37 * * * *',
  expireSeconds: 600,
}

/** Twice as long as a deletion can be undone, since the two times are of different clocks. */
const KEPT_MS = 2 * RESTORE_HOURS * 3_600_000

/** Schedules per transaction: few enough not to lock their rows for long. */
const BATCH = 1_000

/**
 * Removes the schedules that came due while their post was deleted, once it cannot be restored any more. Nothing releases them, so that
 * otherwise every sweep would read all that there ever were. @returns how many
 */
export const removeAllOfDeleted = async (db: Db, now: Date): Promise<number> => {
  const before = new Date(now.getTime() - KEPT_MS)
  for (let total = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`
      update schedules set deleted_at = ${now}, updated_at = ${now} where id in (
        select s.id from schedules s
        where s.deleted_at is null and s.released_at is null and s.datetime <= ${now}
          and (select p.deleted_at < ${before} from posts p where p.id = s.post_id)
        order by s.datetime limit ${BATCH} for update skip locked)`.execute(db)
    total += Number(numAffectedRows)
    if (Number(numAffectedRows) < BATCH) return total
  }
}

export const removeSchedulesOfDeleted = async ({ db, log }: Services): Promise<JobOutcome> => {
  const removed = await removeAllOfDeleted(db, await databaseNow(db))
  if (removed > 0) log.info({ schedules: removed }, 'schedules of deleted posts were removed')
  return 'done'
}
