import { leavesBinAt } from '#domain/bin/bin.ts'
import type { BinItem, BinRange } from '#domain/bin/model.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { deletedRows } from '#server/platform/db/deleted-rows.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

const rows = deletedRows('day_labels')

/** The deleted labels of a project, the last deleted first. */
export const listBinnedDayLabels = async (
  db: Reader,
  projectId: number,
  range: BinRange,
): Promise<BinItem[]> =>
  (await rows.list(db, projectId, range)).map(
    ({ id, text, color, start_at, end_at, deleted_by, deleted_at }) => ({
      kind: 'day_label',
      id,
      title: text,
      color,
      start_at,
      end_at,
      deleted_by,
      deleted_at: deleted_at.toISOString(),
      leaves_at: leavesBinAt(deleted_at),
    }),
  )

/** Brings deleted labels back with their ids. Null: one of them is not in the bin. */
export const restoreBinnedDayLabels = async (
  { tx, scope: { projectId }, emit }: ScopedCall,
  ids: readonly number[],
  since: Date,
): Promise<{ unscheduled: number[] } | null> => {
  if ((await rows.restore(tx, { projectId, ids, since })) < ids.length) return null
  await emit({ type: 'day_label.restored' })
  return { unscheduled: [] }
}

export const {
  /** How many deleted labels of a project are in the bin. */
  count: countBinnedDayLabels,
  /** Deletes these labels of a project for good, as far as they are in the bin. */
  deleteForGood: deleteDayLabelsForGood,
  /** Deletes the labels whose time in the bin is over. */
  purge: purgeDayLabels,
} = rows
