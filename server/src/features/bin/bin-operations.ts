import { type BinKind, leavesBinAt } from '#domain/bin/bin.ts'
import type { BinItem, BinRange } from '#domain/bin/model.ts'
import { deletePostsForGood } from '#server/features/bin/delete-posts-for-good.ts'
import { binnedCampaigns } from '#server/features/campaigns/binned-campaigns.ts'
import { binnedHashtagPools } from '#server/features/hashtags/binned-hashtag-pools.ts'
import { binnedDayLabels } from '#server/features/labels/binned-day-labels.ts'
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
import type { DeletedRow, deletedRows } from '#server/platform/db/deleted-rows.ts'
import type { NewEvent } from '#server/platform/events/emit.ts'
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

/** An item of any kind without what is the same for all. */
type ItemWithout<Key extends string, Item = BinItem> = Item extends BinItem ? Omit<Item, Key> : never
type Deletion = 'deleted_by' | 'deleted_at' | 'leaves_at'
type Table = Parameters<typeof deletedRows>[0]
type BinnedRows<T extends Table> = {
  readonly rows: ReturnType<typeof deletedRows<T>>
  /** What the bin shows of a row, beside its deletion. */
  readonly toItem: (row: DeletedRow<T>) => ItemWithout<Deletion>
  readonly restored: NewEvent['type']
}

/** For what is a single row, with nothing else to delete or restore beside it. */
const ofRows = <T extends Table>({ rows, toItem, restored }: BinnedRows<T>): BinOperations => ({
  list: async (db, projectId, range) =>
    (await rows.list(db, projectId, range)).map(
      (row): BinItem => ({
        ...toItem(row),
        deleted_by: row.deleted_by,
        deleted_at: row.deleted_at.toISOString(),
        leaves_at: leavesBinAt(row.deleted_at),
      }),
    ),
  count: rows.count,
  restore: async ({ tx, scope: { projectId }, emit }, ids, since) => {
    if ((await rows.restore(tx, { projectId, ids, since })) < ids.length) return null
    await emit({ type: restored })
    return { unscheduled: [] }
  },
  deleteForGood: rows.deleteForGood,
})

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
  day_label: ofRows(binnedDayLabels),
  campaign: ofRows(binnedCampaigns),
  hashtag_pool: ofRows(binnedHashtagPools),
  media: {
    list: listBinnedMedia,
    count: countBinnedMedia,
    restore: restoreBinnedMedia,
    deleteForGood: deleteMediaForGood,
  },
}
