import { databaseNow } from '#server/platform/db/database-now.ts'
import type { Services } from '#server/platform/http/route.ts'
import type { JobOutcome, JobQueue } from '#server/platform/jobs/job-queues.ts'
import { makeSeal } from '#server/platform/session/seal.ts'
import { resealDesignConnections } from './connections.ts'

export const purgeDesignsQueue: JobQueue = {
  name: 'purge-designs',
  cron: '41 * * * *',
  expireSeconds: 600,
}

/** Deletes designs that nobody can come back from any more, and reseals access that a former key has sealed. */
export const purgeDesigns = async ({ db, config }: Services): Promise<JobOutcome> => {
  await db
    .deleteFrom('designs')
    .where('expires_at', '<', await databaseNow(db))
    .execute()
  await resealDesignConnections(db, makeSeal(config))
  return 'done'
}
