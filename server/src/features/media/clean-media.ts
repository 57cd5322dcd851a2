import { CLEANED_AFTER_DAYS, CLEANING_NOTICE_DAYS } from '#domain/media/library.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import type { Services } from '#server/platform/http/route.ts'
import type { JobOutcome, JobQueue } from '#server/platform/jobs/job-queues.ts'
import { sizeKey, sizes } from '#server/platform/storage/storage.ts'
import { isUsedOrKept, ofOtherThings } from './media-use.ts'

/** A file is announced for two weeks, so a day more or less does not matter. */
export const cleanMediaQueue: JobQueue = {
  name: 'clean-media',
  cron: '47 2 * * *',
  expireSeconds: 3600,
}

export const cleanMedia = async (services: Services): Promise<JobOutcome> => {
  await cleanAllMedia(services, await databaseNow(services.db))
  return 'done'
}

const DAY = 24 * 3_600_000
const BATCH = 100
/** Somebody may be loading the file at this moment, and a network fetches by an address that is good for an hour. */
const PURGED_AFTER_MS = 2 * 3_600_000

const before = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY)

/** Notes what is unused, announces and then deletes what stays so, and purges the bytes of all that is deleted. */
export const cleanAllMedia = async (services: Services, now: Date): Promise<void> => {
  await noteUnused(services, now)
  await announce(services, now)
  const cleaned = await deleteAllAnnounced(services, now)
  await deleteConverted(services, now)
  const purged = await purgeDeleted(services, now)
  if (cleaned + purged > 0) services.log.info({ cleaned, purged }, 'unused media were cleaned')
}

const deleteAllAnnounced = async (services: Services, now: Date): Promise<number> => {
  for (let total = 0; ; ) {
    const { found, deleted } = await deleteAnnounced(services, now)
    total += deleted
    // All that remain are locked; the next run tries them again.
    if (found === 0) return total
  }
}

const noteUnused = async ({ db }: Services, now: Date): Promise<void> => {
  const library = db
    .updateTable('medias')
    .where('deleted_at', 'is', null)
    .where('source', 'not in', ofOtherThings)
  await library
    .set({ unused_since: null, clean_after: null })
    .where('unused_since', 'is not', null)
    .where(isUsedOrKept(now))
    .execute()
  await library
    .set({ unused_since: now })
    .where('unused_since', 'is', null)
    .where(eb => eb.not(isUsedOrKept(now)))
    .execute()
}

/** The notice never gets shorter, even if no worker ran for months. */
const announce = async ({ db }: Services, now: Date): Promise<void> => {
  await db
    .updateTable('medias')
    .set({ clean_after: new Date(now.getTime() + CLEANING_NOTICE_DAYS * DAY) })
    .where('deleted_at', 'is', null)
    .where('clean_after', 'is', null)
    .where('kept_at', 'is', null)
    .where('unused_since', '<=', before(now, CLEANED_AFTER_DAYS - CLEANING_NOTICE_DAYS))
    .execute()
}

/** A file that is being attached is locked, and stays. */
const deleteAnnounced = ({ db }: Services, now: Date): Promise<{ found: number; deleted: number }> =>
  db.transaction().execute(async tx => {
    const locked = await tx
      .selectFrom('medias')
      .select('id')
      .where('clean_after', '<=', now)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .execute()
    if (locked.length === 0) return { found: 0, deleted: 0 }
    const ids = locked.map(({ id }) => id)
    // A separate statement, so that it sees what was attached before the lock.
    const deleted = await tx
      .updateTable('medias')
      .set({ deleted_at: now })
      .where('id', 'in', ids)
      .where(eb => eb.not(isUsedOrKept(now)))
      .returning('id')
      .execute()
    await tx
      .updateTable('medias')
      .set({ unused_since: null, clean_after: null })
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .execute()
    return { found: ids.length, deleted: deleted.length }
  })

/** A converted video goes with its original. */
const deleteConverted = async ({ db }: Services, now: Date): Promise<void> => {
  await db
    .updateTable('medias')
    .set({ deleted_at: now })
    .where('deleted_at', 'is', null)
    .where('id', 'in', eb =>
      eb
        .selectFrom('media_conversions as v')
        .innerJoin('medias as original', 'original.id', 'v.media_id')
        .where('original.deleted_at', 'is not', null)
        // In the bin it keeps its results: it may be restored.
        .where(inner =>
          inner.or([inner('original.deleted_by', 'is', null), inner('original.left_bin_at', 'is not', null)]),
        )
        .where('v.result_media_id', 'is not', null)
        .select(inner => inner.ref('v.result_media_id').$notNull().as('id')),
    )
    .execute()
}

/** The row stays, since posts in the bin refer to it; what is in the bin itself keeps its bytes. Removing what is gone already is harmless, so a run that was cut off is repeated. */
const purgeDeleted = async ({ db, storage, log }: Services, now: Date): Promise<number> => {
  const due = await db
    .selectFrom('medias')
    .select(['id', 'storage_key'])
    .where(eb => {
      const purgedBefore = new Date(now.getTime() - PURGED_AFTER_MS)
      return eb.or([
        eb.and([eb('deleted_by', 'is', null), eb('deleted_at', '<=', purgedBefore)]),
        eb('left_bin_at', '<=', purgedBefore),
      ])
    })
    .where('purged_at', 'is', null)
    .where(eb => eb.not(isUsedOrKept(now)))
    .orderBy('id')
    .execute()
  let purged = 0
  for (const { id, storage_key: key } of due) {
    try {
      await Promise.all(sizes.map(size => storage.remove(sizeKey(key, size))))
    } catch (error) {
      // The next run tries it again.
      log.warn({ err: error, media: id }, 'the bytes of a deleted file could not be removed')
      continue
    }
    await db.updateTable('medias').set({ purged_at: now }).where('id', '=', id).execute()
    purged += 1
  }
  return purged
}
