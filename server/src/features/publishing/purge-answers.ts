import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import { inBatches } from '#server/platform/db/in-batches.ts'

/**
 * Forgets what networks said about sendings that went live or were withdrawn before then. That they were sent, when and under which id
 * stays, and so does each answer that a failed post shows. @returns how many
 */
export const purgeAnswers = (db: Db, before: Date): Promise<number> =>
  inBatches(
    db,
    limit => sql`update publications set response = null where id in (
      select id from publications
      where status in ('live', 'cancelled') and response is not null and closed_at < ${before}
      order by closed_at limit ${limit})`,
  )
