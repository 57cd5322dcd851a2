import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/database.ts'

/**
 * A post `p` that nobody ever kept and nobody has touched since `before`: each of its versions is still temporary, and nothing hangs on it
 * that somebody may come back for (a time, a round, a remark, an attempt to publish, a copy). A deletion counts as a touch, as it can be
 * undone.
 */
const isAbandoned = (before: Date): RawBuilder<SqlBool> => sql`(
  p.updated_at < ${before} and (p.deleted_at is null or p.deleted_at < ${before})
  and not exists (select 1 from post_socials s where s.post_id = p.id
    and (s.status <> 'temporary_draft' or s.updated_at >= ${before}
      or exists (select 1 from attachments a where a.post_social_id = s.id and a.updated_at >= ${before})
      or exists (select 1 from approvals o where o.post_social_id = s.id)
      or exists (select 1 from approval_actions c where c.post_social_id = s.id)
      or exists (select 1 from publications u where u.post_social_id = s.id)))
  and not exists (select 1 from schedules d where d.post_id = p.id and d.deleted_at is null)
  and not exists (select 1 from posts copy where copy.parent_post_id = p.id))`

export const listAbandoned = async (db: Db, before: Date, limit: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`select p.id from posts p
    where exists (select 1 from post_socials t where t.post_id = p.id and t.status = 'temporary_draft')
      and ${isAbandoned(before)}
    order by p.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Holds those of these posts that are still abandoned, with all their versions: versions first, as everybody who writes to a post does.
 * What somebody else holds, an editor or another worker, is left to them.
 */
export const lockAbandoned = async (tx: Tx, postIds: readonly number[], before: Date): Promise<number[]> => {
  const socials = await tx
    .selectFrom('post_socials')
    .select('id')
    .where('post_id', 'in', postIds)
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute()
  const held = socials.map(({ id }) => id)
  // A statement of its own, so that it sees what was saved before the lock.
  const { rows } = await sql<{ id: number }>`select p.id from posts p
    where p.id = any(${[...postIds]}) and ${isAbandoned(before)}
      and not exists (select 1 from post_socials s where s.post_id = p.id and s.id <> all(${held}))
    order by p.id for update of p skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}
