import { type SqlBool, sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import type { Services } from '#server/platform/http/route.ts'
import type { JobOutcome, JobQueue } from '#server/platform/jobs/job-queues.ts'
import { sizeKey } from '#server/platform/storage/storage.ts'
import { findProjectOfSentPicture } from './link-previews.ts'

/** A page is forgotten after a month without use, so the hour does not matter. */
export const purgeLinkPreviewsQueue: JobQueue = {
  name: 'purge-link-previews',
  cron: '41 3 * * *',
  expireSeconds: 1800,
}

const UNUSED_MS = 30 * 24 * 60 * 60_000
/** Pages per transaction: few enough not to lock them for long. */
const BATCH = 200

export const purgeLinkPreviews = async (services: Services): Promise<JobOutcome> => {
  await purgeUnusedLinkPreviews(services, await databaseNow(services.db))
  return 'done'
}

/**
 * Forgets the linked pages that nobody has looked at for 30 days, with their pictures. A picture that a version was sent with stays, and
 * so does a page that a draft links to: its card is made of it when the draft is sent, perhaps from a list (decision 50).
 * @returns how many
 */
export const purgeUnusedLinkPreviews = async (
  { db, storage, log }: Pick<Services, 'db' | 'storage' | 'log'>,
  now: Date,
): Promise<number> => {
  const before = new Date(now.getTime() - UNUSED_MS)
  for (let total = 0; ; ) {
    const removed = await removeBatch(db, before)
    total += removed.length
    for (const { picture_key: key } of removed)
      if (key !== null && (await findProjectOfSentPicture(db, key)) === undefined)
        await storage
          .remove(sizeKey(key, 'original'))
          .catch((error: unknown) =>
            log.warn({ err: error }, 'the picture of a forgotten page could not be removed'),
          )
    if (removed.length < BATCH) {
      if (total > 0) log.info({ pages: total }, 'linked pages without use were forgotten')
      return total
    }
  }
}

/** A page that is being frozen into a version or read again is locked, and stays until the next run. */
const removeBatch = (db: Db, before: Date) =>
  db.transaction().execute(async tx => {
    const unused = await tx
      .selectFrom('link_previews as p')
      .select(['p.project_id', 'p.url'])
      .where('p.used_at', '<', before)
      .where(isInNoDraft)
      .orderBy('p.used_at')
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .execute()
    if (unused.length === 0) return []
    const keys = unused.map(({ project_id, url }) => sql`(${project_id}::bigint, ${url}::text)`)
    return tx
      .deleteFrom('link_previews')
      .where(sql<SqlBool>`(project_id, url) in (${sql.join(keys)})`)
      .returning('picture_key')
      .execute()
  })

/** Without the slash that a complete address has at its end and people leave out. */
const isInNoDraft = sql<SqlBool>`not exists (
  select 1 from post_socials s join posts o on o.id = s.post_id
  where s.project_id = p.project_id and o.deleted_at is null
    and s.status in ('draft', 'requires_revision', 'unapproved')
    and (position(rtrim(p.url, '/') in s.message) > 0
      or exists (select 1 from attachments a where a.post_social_id = s.id
        and position(rtrim(p.url, '/') in coalesce(a.extra_fields ->> 'link', '')) > 0)))`
