import { leavesBinAt } from '#domain/bin/bin.ts'
import type { BinItem, BinRange } from '#domain/bin/model.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { deletedRows } from '#server/platform/db/deleted-rows.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

const rows = deletedRows('campaigns')

/** The deleted campaigns of a project, the last deleted first. */
export const listBinnedCampaigns = async (
  db: Reader,
  projectId: number,
  range: BinRange,
): Promise<BinItem[]> =>
  (await rows.list(db, projectId, range)).map(
    ({ id, name, color, start_at, end_at, deleted_by, deleted_at }) => ({
      kind: 'campaign',
      id,
      title: name,
      color,
      start_at,
      end_at,
      deleted_by,
      deleted_at: deleted_at.toISOString(),
      leaves_at: leavesBinAt(deleted_at),
    }),
  )

/** Brings deleted campaigns back with their ids, and so with their posts. Null: one of them is not in the bin. */
export const restoreBinnedCampaigns = async (
  { tx, scope: { projectId }, emit }: ScopedCall,
  ids: readonly number[],
  since: Date,
): Promise<{ unscheduled: number[] } | null> => {
  if ((await rows.restore(tx, { projectId, ids, since })) < ids.length) return null
  await emit({ type: 'campaign.restored' })
  return { unscheduled: [] }
}

export const {
  /** How many deleted campaigns of a project are in the bin. */
  count: countBinnedCampaigns,
  /** Deletes these campaigns of a project for good, as far as they are in the bin. Their posts then belong to none. */
  deleteForGood: deleteCampaignsForGood,
  /** Deletes the campaigns whose time in the bin is over. */
  purge: purgeCampaigns,
} = rows
