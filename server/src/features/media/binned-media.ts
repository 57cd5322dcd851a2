import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { leavesBinAt } from '#domain/bin/bin.ts'
import type { BinItem, BinRange } from '#domain/bin/model.ts'
import type { Db, Reader, Tx } from '#server/platform/db/database.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { mediaPath } from '#server/platform/storage/storage.ts'

/** Of `medias`: in the bin, as far as nobody has deleted it for good. What Galley itself cleaned was announced, and is in no bin. */
export const isBinned: RawBuilder<SqlBool> = sql<SqlBool>`(
  medias.deleted_by is not null and medias.left_bin_at is null and medias.purged_at is null)`

const binned = (db: Reader, projectId: number, since: Date) =>
  db
    .selectFrom('medias')
    .where('medias.project_id', '=', projectId)
    .where('deleted_at', '>=', since)
    .where(isBinned)

/** The deleted files of a project, the last deleted first. */
export const listBinnedMedia = async (
  db: Reader,
  projectId: number,
  { since, after, limit }: BinRange,
): Promise<BinItem[]> => {
  const rows = await binned(db, projectId, since)
    .innerJoin('users', 'users.id', 'medias.deleted_by')
    .select(['medias.id', 'original_name', 'object_type', 'file_size', 'has_previews', 'storage_key'])
    .select(['users.id as by_id', sql<string>`trim(concat(users.name, ' ', users.last_name))`.as('by_name')])
    .select(sql<Date>`deleted_at`.as('at'))
    .$if(after !== null, query =>
      query.where(sql<boolean>`(deleted_at, medias.id) < (${after?.deletedAt}, ${after?.id})`),
    )
    .orderBy('deleted_at', 'desc')
    .orderBy('medias.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(row => ({
    kind: 'media',
    id: row.id,
    title: row.original_name,
    object_type: row.object_type,
    file_size: row.file_size,
    preview: row.has_previews ? mediaPath(row.storage_key, 'small') : null,
    deleted_by: { id: row.by_id, name: row.by_name },
    deleted_at: row.at.toISOString(),
    leaves_at: leavesBinAt(row.at),
  }))
}

/** How many deleted files of a project are in the bin. */
export const countBinnedMedia = async (db: Reader, projectId: number, since: Date): Promise<number> => {
  const counted = binned(db, projectId, since).select(eb => eb.fn.countAll<number>().as('count'))
  return (await counted.executeTakeFirstOrThrow()).count
}

/** Brings deleted files back into the library, where they begin to count as unused from now on. Null: one is not in the bin. */
export const restoreBinnedMedia = async (
  { tx, scope, emit }: ScopedCall,
  ids: readonly number[],
  since: Date,
): Promise<{ unscheduled: number[] } | null> => {
  const restored = await tx
    .updateTable('medias')
    .set({ deleted_at: null, deleted_by: null, unused_since: null, clean_after: null })
    .where('id', 'in', ids)
    .where('project_id', '=', scope.projectId)
    .where('deleted_at', '>=', since)
    .where(isBinned)
    .returning('id')
    .execute()
  if (restored.length < ids.length) return null
  await emit({ type: 'bin.changed' })
  return { unscheduled: [] }
}

/** Deletes these files of a project for good, as far as they are in the bin. `cleanMedia` purges their bytes. */
export const deleteMediaForGood = async (
  tx: Tx,
  chosen: { readonly projectId: number; readonly ids: readonly number[]; readonly since: Date },
  now: Date,
): Promise<number> =>
  (
    await tx
      .updateTable('medias')
      .set({ left_bin_at: now })
      .where('id', 'in', chosen.ids)
      .where('project_id', '=', chosen.projectId)
      .where('deleted_at', '>=', chosen.since)
      .where(isBinned)
      .returning('id')
      .execute()
  ).length

/** Takes the files out of the bin whose time is over. */
export const expireMedia = async (db: Db, since: Date, now: Date): Promise<number> =>
  Number(
    (
      await db
        .updateTable('medias')
        .set({ left_bin_at: now })
        .where('deleted_at', '<', since)
        .where(isBinned)
        .executeTakeFirst()
    ).numUpdatedRows,
  )
