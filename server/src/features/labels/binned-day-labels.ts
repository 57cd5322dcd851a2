import { sql } from 'kysely'
import { leavesBinAt } from '#domain/bin/bin.ts'
import type { BinItem, BinRange } from '#domain/bin/model.ts'
import type { Db, Reader, Tx } from '#server/platform/db/database.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

const binned = (db: Reader, projectId: number, since: Date) =>
  db.selectFrom('day_labels').where('day_labels.project_id', '=', projectId).where('deleted_at', '>=', since)

/** The deleted labels of a project, the last deleted first. */
export const listBinnedDayLabels = async (
  db: Reader,
  projectId: number,
  { since, after, limit }: BinRange,
): Promise<BinItem[]> => {
  const rows = await binned(db, projectId, since)
    .leftJoin('users', 'users.id', 'day_labels.deleted_by')
    .select(['day_labels.id', 'text', 'color', 'start_at', 'end_at', 'deleted_by'])
    .select(sql<Date>`deleted_at`.as('at'))
    .select(sql<string>`trim(concat(users.name, ' ', users.last_name))`.as('name'))
    .$if(after !== null, query =>
      query.where(sql<boolean>`(deleted_at, day_labels.id) < (${after?.deletedAt}, ${after?.id})`),
    )
    .orderBy('deleted_at', 'desc')
    .orderBy('day_labels.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, text, color, start_at, end_at, deleted_by, at, name }) => ({
    ...{ kind: 'day_label', id, title: text, color, start_at, end_at },
    deleted_by: deleted_by === null ? null : { id: deleted_by, name },
    deleted_at: at.toISOString(),
    leaves_at: leavesBinAt(at),
  }))
}

/** How many deleted labels of a project are in the bin. */
export const countBinnedDayLabels = async (db: Reader, projectId: number, since: Date): Promise<number> => {
  const counted = binned(db, projectId, since).select(eb => eb.fn.countAll<number>().as('count'))
  return (await counted.executeTakeFirstOrThrow()).count
}

/** Brings deleted labels back with their ids. Null: one of them is not in the bin. */
export const restoreBinnedDayLabels = async (
  { tx, scope, emit }: ScopedCall,
  ids: readonly number[],
  since: Date,
): Promise<{ unscheduled: number[] } | null> => {
  const restored = await tx
    .updateTable('day_labels')
    .set({ deleted_at: null, deleted_by: null })
    .where('id', 'in', ids)
    .where('project_id', '=', scope.projectId)
    .where('deleted_at', '>=', since)
    .returning('id')
    .execute()
  if (restored.length < ids.length) return null
  await emit({ type: 'day_label.restored' })
  return { unscheduled: [] }
}

/** Deletes these labels of a project for good, as far as they are in the bin. */
export const deleteDayLabelsForGood = async (
  tx: Tx,
  {
    projectId,
    ids,
    since,
  }: { readonly projectId: number; readonly ids: readonly number[]; readonly since: Date },
): Promise<number> =>
  (
    await tx
      .deleteFrom('day_labels')
      .where('id', 'in', ids)
      .where('project_id', '=', projectId)
      .where('deleted_at', '>=', since)
      .returning('id')
      .execute()
  ).length

/** Deletes the labels whose time in the bin is over. */
export const purgeDayLabels = async (db: Db, since: Date): Promise<number> =>
  Number(
    (await db.deleteFrom('day_labels').where('deleted_at', '<', since).executeTakeFirst()).numDeletedRows,
  )
