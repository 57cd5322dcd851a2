import { binBegins } from '#domain/bin/bin.ts'
import { deletePostsForGood } from '#server/features/bin/delete-posts-for-good.ts'
import { binnedCampaigns } from '#server/features/campaigns/binned-campaigns.ts'
import { binnedHashtagPools } from '#server/features/hashtags/binned-hashtag-pools.ts'
import { binnedDayLabels } from '#server/features/labels/binned-day-labels.ts'
import { expireMedia } from '#server/features/media/binned-media.ts'
import { listExpiredPosts, lockExpiredPosts } from '#server/features/posts/deletion/binned-posts.ts'
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

/** Deletes for good what has been in a bin for its whole time. What cannot be deleted is logged, and keeps nothing else in its bin. */
export const emptyAllBins = async (services: Services, now: Date): Promise<void> => {
  const since = binBegins(now)
  const emptied = async (bin: string, purge: () => Promise<number>): Promise<number> => {
    try {
      return await purge()
    } catch (error) {
      services.log.error({ err: error, bin }, 'a bin could not be emptied')
      return 0
    }
  }
  const labels = await emptied('day_label', () => binnedDayLabels.rows.purge(services.db, since))
  const campaigns = await emptied('campaign', () => binnedCampaigns.rows.purge(services.db, since))
  const pools = await emptied('hashtag_pool', () => binnedHashtagPools.rows.purge(services.db, since))
  const files = await emptied('media', () => expireMedia(services.db, since, now))
  const posts = await emptied('post', () => purgePosts(services, since, now))
  if (labels + campaigns + pools + files + posts > 0)
    services.log.info({ labels, campaigns, pools, files, posts }, 'bins were emptied')
}

/** What somebody has locked is passed over; the next run tries it again. */
const purgePosts = async (services: Services, since: Date, now: Date): Promise<number> => {
  let total = 0
  for (let after = 0; ; ) {
    const ids = await listExpiredPosts(services.db, since, { after, limit: BATCH })
    const last = ids.at(-1)
    if (last === undefined) return total
    total += await purgeBatch(services, ids, { since, now })
    after = last
  }
}

type Times = { readonly since: Date; readonly now: Date }

/** When one cannot be deleted, the others are, each by itself. */
const purgeBatch = async (services: Services, ids: readonly number[], times: Times): Promise<number> => {
  try {
    return await purgeTogether(services, ids, times)
  } catch (error) {
    if (ids.length === 1) {
      services.log.error({ err: error, post: ids[0] }, 'a post could not be deleted for good')
      return 0
    }
  }
  let total = 0
  for (const id of ids) total += await purgeBatch(services, [id], times)
  return total
}

const purgeTogether = ({ db }: Services, ids: readonly number[], { since, now }: Times): Promise<number> =>
  db.transaction().execute(async tx => {
    const locked = await lockExpiredPosts(tx, ids, since)
    await deletePostsForGood(tx, locked, now)
    return locked.length
  })
