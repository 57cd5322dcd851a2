import { binBegins } from '#domain/bin/bin.ts'
import { purgeHashtagPools } from '#server/features/hashtags/binned-hashtag-pools.ts'
import { purgeDayLabels } from '#server/features/labels/binned-day-labels.ts'
import { expireMedia } from '#server/features/media/binned-media.ts'
import { listExpiredPosts, lockExpiredPosts } from '#server/features/posts/binned-posts.ts'
import { deletePostsForGood } from '#server/features/posts/delete-posts-for-good.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import type { Services } from '#server/platform/http/route.ts'
import type { JobOutcome, JobQueue } from '#server/platform/jobs/job-queues.ts'

/** Before the nightly cleaning of files, which purges the bytes of those that left the bin. */
export const emptyBinQueue: JobQueue = { name: 'empty-bin', cron: '7 * * * *', expireSeconds: 1800 }

export const emptyBin = async (services: Services): Promise<JobOutcome> => {
  await emptyAllBins(services, await databaseNow(services.db))
  return 'done'
}

/** Posts per transaction: few enough not to lock their rows for long. */
const BATCH = 100

/** Deletes for good what has been in a bin for its whole time. */
export const emptyAllBins = async (services: Services, now: Date): Promise<void> => {
  const since = binBegins(now)
  const labels = await purgeDayLabels(services.db, since)
  const pools = await purgeHashtagPools(services.db, since)
  const files = await expireMedia(services.db, since, now)
  const posts = await purgePosts(services, since, now)
  if (labels + pools + files + posts > 0)
    services.log.info({ labels, pools, files, posts }, 'bins were emptied')
}

/** What somebody has locked is passed over; the next run tries it again. */
const purgePosts = async ({ db }: Services, since: Date, now: Date): Promise<number> => {
  let total = 0
  for (let after = 0; ; ) {
    const ids = await listExpiredPosts(db, since, { after, limit: BATCH })
    const last = ids.at(-1)
    if (last === undefined) return total
    total += await db.transaction().execute(async tx => {
      const locked = await lockExpiredPosts(tx, ids, since)
      await deletePostsForGood(tx, locked, now)
      return locked.length
    })
    after = last
  }
}
