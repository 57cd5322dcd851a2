import { sql } from 'kysely'
import { leavesBinAt } from '#domain/bin/bin.ts'
import type { BinItem, BinRange } from '#domain/bin/model.ts'
import type { Db, Reader, Tx } from '#server/platform/db/database.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

const binned = (db: Reader, projectId: number, since: Date) =>
  db
    .selectFrom('hashtag_pools')
    .where('hashtag_pools.project_id', '=', projectId)
    .where('deleted_at', '>=', since)

/** The deleted pools of a project, the last deleted first. */
export const listBinnedHashtagPools = async (
  db: Reader,
  projectId: number,
  { since, after, limit }: BinRange,
): Promise<BinItem[]> => {
  const rows = await binned(db, projectId, since)
    .leftJoin('users', 'users.id', 'hashtag_pools.deleted_by')
    .select(['hashtag_pools.id', 'pool_name', 'hashtags', 'deleted_by'])
    .select(sql<Date>`deleted_at`.as('at'))
    .select(sql<string>`trim(concat(users.name, ' ', users.last_name))`.as('name'))
    .$if(after !== null, query =>
      query.where(sql<boolean>`(deleted_at, hashtag_pools.id) < (${after?.deletedAt}, ${after?.id})`),
    )
    .orderBy('deleted_at', 'desc')
    .orderBy('hashtag_pools.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, pool_name, hashtags, deleted_by, at, name }) => ({
    ...{ kind: 'hashtag_pool', id, title: pool_name, tags_count: hashtags.split(' ').length },
    deleted_by: deleted_by === null ? null : { id: deleted_by, name },
    deleted_at: at.toISOString(),
    leaves_at: leavesBinAt(at),
  }))
}

/** How many deleted pools of a project are in the bin. */
export const countBinnedHashtagPools = async (
  db: Reader,
  projectId: number,
  since: Date,
): Promise<number> => {
  const counted = binned(db, projectId, since).select(eb => eb.fn.countAll<number>().as('count'))
  return (await counted.executeTakeFirstOrThrow()).count
}

/** Brings deleted pools back with their ids. Null: one of them is not in the bin. */
export const restoreBinnedHashtagPools = async (
  { tx, scope, emit }: ScopedCall,
  ids: readonly number[],
  since: Date,
): Promise<{ unscheduled: number[] } | null> => {
  const restored = await tx
    .updateTable('hashtag_pools')
    .set({ deleted_at: null, deleted_by: null })
    .where('id', 'in', ids)
    .where('project_id', '=', scope.projectId)
    .where('deleted_at', '>=', since)
    .returning('id')
    .execute()
  if (restored.length < ids.length) return null
  await emit({ type: 'hashtag_pool.restored' })
  return { unscheduled: [] }
}

/** Deletes these pools of a project for good, as far as they are in the bin. */
export const deleteHashtagPoolsForGood = async (
  tx: Tx,
  {
    projectId,
    ids,
    since,
  }: { readonly projectId: number; readonly ids: readonly number[]; readonly since: Date },
): Promise<number> =>
  (
    await tx
      .deleteFrom('hashtag_pools')
      .where('id', 'in', ids)
      .where('project_id', '=', projectId)
      .where('deleted_at', '>=', since)
      .returning('id')
      .execute()
  ).length

/** Deletes the pools whose time in the bin is over. */
export const purgeHashtagPools = async (db: Db, since: Date): Promise<number> =>
  Number(
    (await db.deleteFrom('hashtag_pools').where('deleted_at', '<', since).executeTakeFirst()).numDeletedRows,
  )
