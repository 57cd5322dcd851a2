import { leavesBinAt } from '#domain/bin/bin.ts'
import type { BinItem, BinRange } from '#domain/bin/model.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { deletedRows } from '#server/platform/db/deleted-rows.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

const rows = deletedRows('hashtag_pools')

/** The deleted pools of a project, the last deleted first. */
export const listBinnedHashtagPools = async (
  db: Reader,
  projectId: number,
  range: BinRange,
): Promise<BinItem[]> =>
  (await rows.list(db, projectId, range)).map(({ id, pool_name, hashtags, deleted_by, deleted_at }) => ({
    kind: 'hashtag_pool',
    id,
    title: pool_name,
    tags_count: hashtags.split(' ').length,
    deleted_by,
    deleted_at: deleted_at.toISOString(),
    leaves_at: leavesBinAt(deleted_at),
  }))

/** Brings deleted pools back with their ids. Null: one of them is not in the bin. */
export const restoreBinnedHashtagPools = async (
  { tx, scope: { projectId }, emit }: ScopedCall,
  ids: readonly number[],
  since: Date,
): Promise<{ unscheduled: number[] } | null> => {
  if ((await rows.restore(tx, { projectId, ids, since })) < ids.length) return null
  await emit({ type: 'hashtag_pool.restored' })
  return { unscheduled: [] }
}

export const {
  /** How many deleted pools of a project are in the bin. */
  count: countBinnedHashtagPools,
  /** Deletes these pools of a project for good, as far as they are in the bin. */
  deleteForGood: deleteHashtagPoolsForGood,
  /** Deletes the pools whose time in the bin is over. */
  purge: purgeHashtagPools,
} = rows
