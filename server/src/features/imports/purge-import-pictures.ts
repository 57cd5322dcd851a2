import { databaseNow } from '#server/platform/db/database-now.ts'
import type { Services } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import type { JobOutcome, JobQueue } from '#server/platform/jobs/job-queues.ts'

export const purgeImportPicturesQueue: JobQueue = {
  name: 'purge-import-pictures',
  cron: '53 3 * * *',
  expireSeconds: 1800,
}

const KEPT_MS = 7 * 24 * 3_600_000

/** Deletes imports with a zip file that nobody has started for a week. (docs/product/imports.md "Pictures in a zip file") */
export const purgeImportPictures = async (services: Services): Promise<JobOutcome> => {
  const before = new Date((await databaseNow(services.db)).getTime() - KEPT_MS)
  while (await purgeOne(services, before)) {
    // Each in a transaction of its own: the storage may be slow.
  }
  return 'done'
}

/** Somebody may be starting it: it is skipped then. @returns whether there was one */
const purgeOne = ({ db, storage }: Services, before: Date): Promise<boolean> =>
  inTransaction(db, async tx => {
    const found = await tx
      .selectFrom('imports')
      .select(['id', 'pictures_key'])
      .where('status', '=', 'checked')
      .where('pictures_key', 'is not', null)
      .where('created_at', '<', before)
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!found || found.pictures_key === null) return false
    await storage.remove(found.pictures_key)
    await tx.deleteFrom('imports').where('id', '=', found.id).execute()
    return true
  })
