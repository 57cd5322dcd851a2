import { sql } from 'kysely'
import { archiveLifecycle } from '#domain/archives/status.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import { move } from '#server/platform/db/move.ts'
import type { Services } from '#server/platform/http/route.ts'
import type { JobOutcome, JobQueue } from '#server/platform/jobs/job-queues.ts'
import { sizeKey } from '#server/platform/storage/storage.ts'
import { keptSince } from './archives.ts'

export const sweepArchivesQueue: JobQueue = {
  name: 'sweep-archives',
  cron: '23 * * * *',
  expireSeconds: 1800,
}

export const sweepArchives = async (services: Services): Promise<JobOutcome> => {
  await sweepAllArchives(services, await databaseNow(services.db))
  return 'done'
}

/** Longer than any export takes with all its attempts. */
const LOST_MS = 48 * 3_600_000

/** Removes exports after their time, or when there is a newer one, and ends those whose job is gone. */
export const sweepAllArchives = async ({ db, storage }: Services, now: Date): Promise<void> => {
  const lost = await db
    .selectFrom('project_archives')
    .select('id')
    .where('status', '=', 'running')
    .where('created_at', '<', new Date(now.getTime() - LOST_MS))
    .execute()
  for (const { id } of lost) await move(db, archiveLifecycle, id, 'given_up', { finished_at: now })
  const ended = await db
    .selectFrom('project_archives as a')
    .select(['id', 'storage_key'])
    .where('status', '<>', 'running')
    .where(
      sql<boolean>`(a.finished_at < ${keptSince(now)} or exists (select 1 from project_archives n
        where n.project_id = a.project_id and n.id > a.id and n.status = 'ready'))`,
    )
    .execute()
  for (const { id, storage_key } of ended) {
    // The file first: a row without a file is tried again, a file without a row would stay for ever.
    if (storage_key !== null) await storage.remove(sizeKey(storage_key, 'original'))
    await db.deleteFrom('project_archives').where('id', '=', id).execute()
  }
}
