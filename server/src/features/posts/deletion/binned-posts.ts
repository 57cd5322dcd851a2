import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { leavesBinAt } from '#domain/bin/bin.ts'
import type { BinItem, BinRange } from '#domain/bin/model.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { postSocialLifecycle } from '#domain/posts/status.ts'
import type { Db, Reader, Tx } from '#server/platform/db/database.ts'
import { move } from '#server/platform/db/move.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

/** Of post `p`: it is in the bin. One that was never saved as a draft has been in no list, and is in no bin either (decision 21). */
const isBinned = (since: Date): RawBuilder<SqlBool> => sql<SqlBool>`(
  p.deleted_at >= ${since} and p.purged_at is null
  and exists (select 1 from post_socials t where t.post_id = p.id and t.status <> 'temporary_draft'))`

type BinnedRow = {
  id: number
  deleted_at: Date
  deleted_by: BinItem['deleted_by']
  title: string
  social_networks: SocialNetwork[]
  scheduled_at: Date | null
  pending_comments: SocialNetwork[]
}

/** The deleted posts of a project, the last deleted first. */
export const listBinnedPosts = async (
  db: Reader,
  projectId: number,
  { since, after, limit }: BinRange,
): Promise<BinItem[]> => {
  const { rows } = await sql<BinnedRow>`
    select p.id, p.deleted_at, p.scheduled_at, v.title, v.social_networks, v.pending_comments,
      case when u.id is not null then json_build_object('id', u.id, 'name', trim(concat(u.name, ' ', u.last_name))) end as deleted_by
    from posts p left join users u on u.id = p.deleted_by
      cross join lateral (
        select (array_agg(left(x.message, 300) order by x.message = '', x.social_network collate "C"))[1] as title,
          array_agg(x.social_network order by x.social_network collate "C") as social_networks,
          coalesce(array_agg(x.social_network order by x.social_network collate "C")
            filter (where x.first_comment_status = 'pending'), '{}') as pending_comments
        from post_socials x where x.post_id = p.id) v
    where p.project_id = ${projectId} and ${isBinned(since)}
      ${after ? sql`and (p.deleted_at, p.id) < (${after.deletedAt}, ${after.id})` : sql``}
    order by p.deleted_at desc, p.id desc limit ${limit}`.execute(db)
  return rows.map(({ scheduled_at, deleted_at, ...row }) => ({
    kind: 'post',
    ...row,
    scheduled_at: scheduled_at?.toISOString() ?? null,
    deleted_at: deleted_at.toISOString(),
    leaves_at: leavesBinAt(deleted_at),
  }))
}

/** How many deleted posts of a project are in the bin. */
export const countBinnedPosts = async (db: Reader, projectId: number, since: Date): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from posts p where p.project_id = ${projectId} and ${isBinned(since)}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/**
 * Brings deleted posts back as they were, but for a time that has passed: a post that was cleared would otherwise go out the moment it is
 * restored, or fail as too late. It comes back without a schedule. Null: one of them is not in the bin.
 */
export const restoreBinnedPosts = async (
  call: ScopedCall,
  ids: readonly number[],
  since: Date,
): Promise<{ unscheduled: number[] } | null> => {
  const { tx, scope, now } = call
  // The versions first, as everywhere.
  await lockVersions(tx, scope.projectId, ids)
  const unscheduled = await removePastSchedules(call, ids)
  const restored = await tx
    .updateTable('posts as p')
    .set({ deleted_at: null, deleted_by: null })
    .where('p.id', 'in', ids)
    .where('p.project_id', '=', scope.projectId)
    .where(isBinned(since))
    .returning('p.id')
    .execute()
  if (restored.length < ids.length) return null
  if (unscheduled.length > 0)
    await tx.updateTable('posts').set({ updated_at: now }).where('id', 'in', unscheduled).execute()
  for (const postId of ids) await call.emit({ type: 'post.restored', postId })
  return { unscheduled }
}

/** Those of this project only: nobody else may be made to wait by naming their posts. */
const lockVersions = (tx: Tx, projectId: number, postIds: readonly number[]) =>
  tx
    .selectFrom('post_socials')
    .select('id')
    .where('post_id', 'in', postIds)
    .where('project_id', '=', projectId)
    .orderBy('id')
    .forUpdate()
    .execute()

/** A schedule that was released is history, and stays. A version that had skipped approval was cleared for that time only. */
const removePastSchedules = async (
  { tx, scope, now }: ScopedCall,
  postIds: readonly number[],
): Promise<number[]> => {
  const removed = await tx
    .updateTable('schedules')
    .set({ deleted_at: now, updated_at: now })
    .where('post_id', 'in', postIds)
    .where('project_id', '=', scope.projectId)
    .where('deleted_at', 'is', null)
    .where('released_at', 'is', null)
    .where('datetime', '<=', now)
    .returning('post_id')
    .execute()
  const ids = removed.map(({ post_id }) => post_id)
  if (ids.length === 0) return []
  const cleared = await tx
    .selectFrom('post_socials')
    .select('id')
    .where('post_id', 'in', ids)
    .where('status', '=', 'scheduled')
    .execute()
  for (const { id } of cleared)
    await move(tx, postSocialLifecycle, id, 'clearance_withdrawn', { cleared_digest: null, updated_at: now })
  return ids.toSorted((a, b) => a - b)
}

/** Those of these posts that are in the bin now, locked with their versions until the transaction ends. */
export const lockBinnedPosts = async (
  tx: Tx,
  projectId: number,
  ids: readonly number[],
  since: Date,
): Promise<number[]> => {
  await lockVersions(tx, projectId, ids)
  const { rows } = await sql<{ id: number }>`select p.id from posts p
    where p.id = any(${[...ids]}) and p.project_id = ${projectId} and ${isBinned(since)}
    order by p.id for update of p`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Posts whose time in the bin is over, by id, after the id of the last page. */
export const listExpiredPosts = async (
  db: Db,
  since: Date,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<number[]> => {
  const rows = await db
    .selectFrom('posts')
    .select('id')
    .where('deleted_at', '<', since)
    .where('purged_at', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Locks those of these posts whose time is still over, with all their versions; what somebody has locked, for instance by restoring it, is
 * skipped.
 */
export const lockExpiredPosts = async (tx: Tx, ids: readonly number[], since: Date): Promise<number[]> => {
  const versions = await tx
    .selectFrom('post_socials')
    .select('id')
    .where('post_id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute()
  const locked = versions.map(({ id }) => id)
  const { rows } = await sql<{ id: number }>`select p.id from posts p
    where p.id = any(${[...ids]}) and p.deleted_at < ${since} and p.purged_at is null
      and not exists (select 1 from post_socials s where s.post_id = p.id and s.id <> all(${locked}))
    order by p.id for update of p skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}
