import type { BinKind } from '#domain/bin/bin.ts'
import type { BinItem, BinRange } from '#domain/bin/model.ts'
import { deletePostsForGood } from '#server/features/bin/delete-posts-for-good.ts'
import {
  countBinnedCampaigns,
  deleteCampaignsForGood,
  listBinnedCampaigns,
  restoreBinnedCampaigns,
} from '#server/features/campaigns/binned-campaigns.ts'
import {
  countBinnedHashtagPools,
  deleteHashtagPoolsForGood,
  listBinnedHashtagPools,
  restoreBinnedHashtagPools,
} from '#server/features/hashtags/binned-hashtag-pools.ts'
import {
  countBinnedDayLabels,
  deleteDayLabelsForGood,
  listBinnedDayLabels,
  restoreBinnedDayLabels,
} from '#server/features/labels/binned-day-labels.ts'
import {
  countBinnedMedia,
  deleteMediaForGood,
  listBinnedMedia,
  restoreBinnedMedia,
} from '#server/features/media/binned-media.ts'
import {
  countBinnedPosts,
  listBinnedPosts,
  lockBinnedPosts,
  restoreBinnedPosts,
} from '#server/features/posts/deletion/binned-posts.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

type Chosen = { readonly projectId: number; readonly ids: readonly number[]; readonly since: Date }

/** What the bin does with one kind of things. `since`: what was deleted before then is no longer in it. */
type BinOperations = {
  readonly list: (db: Reader, projectId: number, range: BinRange) => Promise<BinItem[]>
  readonly count: (db: Reader, projectId: number, since: Date) => Promise<number>
  /** Null: one of them is not in the bin. */
  readonly restore: (
    call: ScopedCall,
    ids: readonly number[],
    since: Date,
  ) => Promise<{ unscheduled: number[] } | null>
  /** Returns how many were in the bin. */
  readonly deleteForGood: (tx: Tx, chosen: Chosen, now: Date) => Promise<number>
}

export const binOperations: Readonly<Record<BinKind, BinOperations>> = {
  post: {
    list: listBinnedPosts,
    count: countBinnedPosts,
    restore: restoreBinnedPosts,
    deleteForGood: async (tx, { projectId, ids, since }, now) => {
      const locked = await lockBinnedPosts(tx, projectId, ids, since)
      await deletePostsForGood(tx, locked, now)
      return locked.length
    },
  },
  day_label: {
    list: listBinnedDayLabels,
    count: countBinnedDayLabels,
    restore: restoreBinnedDayLabels,
    deleteForGood: deleteDayLabelsForGood,
  },
  campaign: {
    list: listBinnedCampaigns,
    count: countBinnedCampaigns,
    restore: restoreBinnedCampaigns,
    deleteForGood: deleteCampaignsForGood,
  },
  hashtag_pool: {
    list: listBinnedHashtagPools,
    count: countBinnedHashtagPools,
    restore: restoreBinnedHashtagPools,
    deleteForGood: deleteHashtagPoolsForGood,
  },
  media: {
    list: listBinnedMedia,
    count: countBinnedMedia,
    restore: restoreBinnedMedia,
    deleteForGood: deleteMediaForGood,
  },
}
