import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { UNSAVED_DAYS } from '#domain/posts/status.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import type { Services } from '#server/platform/http/route.ts'
import type { JobOutcome, JobQueue } from '#server/platform/jobs/job-queues.ts'

/**
 * A post `p` that was never saved as a draft and not touched since `before`: all its versions are still temporary, and nothing belongs
 * to it that someone may come back for (a round, a comment, a note, a publication; its time was given to it, decision 46). Deleting it
 * counts as a touch, because that can be undone.
 */
const isAbandoned = (before: Date): RawBuilder<SqlBool> => sql`(
  p.updated_at < ${before} and (p.deleted_at is null or p.deleted_at < ${before})
  and not exists (select 1 from post_socials s where s.post_id = p.id
    and (s.status <> 'temporary_draft' or s.updated_at >= ${before}
      or exists (select 1 from attachments a where a.post_social_id = s.id and a.updated_at >= ${before})
      or exists (select 1 from approvals o where o.post_social_id = s.id)
      or exists (select 1 from approval_actions c where c.post_social_id = s.id)
      or exists (select 1 from notes n where n.post_social_id = s.id)
      or exists (select 1 from publications u where u.post_social_id = s.id))))`

/**
 * Starts from the versions that were never saved, of which there are few. The subquery keeps the planner from expecting as many as
 * statistics suggest and reading all of history instead.
 */
export const listAbandoned = async (db: Db, before: Date, limit: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    with temporary as materialized (
      select distinct post_id from post_socials
      where status = 'temporary_draft' and updated_at between '-infinity' and (select ${before}::timestamptz)
    )
    select p.id from temporary t join posts p on p.id = t.post_id where ${isAbandoned(before)}
    order by p.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Locks those of these posts that are still abandoned, with all their versions; the versions first, as everywhere. Rows that an editor
 * or another worker has locked are skipped.
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
  const locked = socials.map(({ id }) => id)
  // A separate statement, so that it sees what was saved before the lock.
  const { rows } = await sql<{ id: number }>`select p.id from posts p
    where p.id = any(${[...postIds]}) and ${isAbandoned(before)}
      and not exists (select 1 from post_socials s where s.post_id = p.id and s.id <> all(${locked}))
    order by p.id for update of p skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}

/** A draft is a week old before it is purged, so an hour more or less does not matter. */
export const purgeAbandonedDraftsQueue: JobQueue = {
  name: 'purge-abandoned-drafts',
  cron: '17 * * * *',
  expireSeconds: 1800,
}

export const purgeAbandonedDrafts = async (services: Services): Promise<JobOutcome> => {
  await purgeAllAbandoned(services, await databaseNow(services.db))
  return 'done'
}

/**
 * When a draft that was never saved counts as abandoned. A day would be too short: an editor left open on Friday still has its text on
 * Monday, and a tab that the browser reopens leads back to it. Keeping some rows a week longer costs nothing.
 */
const ABANDONED_MS = UNSAVED_DAYS * 24 * 60 * 60_000

/** Posts per transaction: few enough not to lock their rows for long. */
const BATCH = 100

/**
 * Deletes abandoned drafts for good, with their events: nobody but their author has ever seen them in a list.
 * @returns how many
 */
export const purgeAllAbandoned = async (services: Services, now: Date): Promise<number> => {
  const before = new Date(now.getTime() - ABANDONED_MS)
  for (let total = 0; ; ) {
    const ids = await listAbandoned(services.db, before, BATCH)
    const deleted = ids.length === 0 ? 0 : await purgeBatch(services, ids, before)
    total += deleted
    // All that remain are locked; the next run tries them again.
    if (deleted === 0) {
      if (total > 0) services.log.info({ drafts: total }, 'abandoned drafts were purged')
      return total
    }
  }
}

const purgeBatch = ({ db }: Services, postIds: readonly number[], before: Date): Promise<number> =>
  db.transaction().execute(async tx => {
    const locked = await lockAbandoned(tx, postIds, before)
    if (locked.length > 0) await removePosts(tx, locked)
    return locked.length
  })

/** Their files stay in the library, which cleans what nobody uses (docs/product/media.md "Cleaning"). */
const removePosts = async (tx: Tx, postIds: readonly number[]): Promise<void> => {
  const socials = tx.selectFrom('post_socials').select('id').where('post_id', 'in', postIds)
  await tx.deleteFrom('attachments').where('post_social_id', 'in', socials).execute()
  await tx.deleteFrom('events').where('post_id', 'in', postIds).execute()
  await tx.deleteFrom('schedules').where('post_id', 'in', postIds).execute()
  await tx.deleteFrom('post_socials').where('post_id', 'in', postIds).execute()
  await tx.deleteFrom('posts').where('id', 'in', postIds).execute()
}
