import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import { inBatches } from '#server/platform/db/in-batches.ts'

/**
 * Deletes events that only told open pages that something has changed: saves, which the Activity reads from the edits, and what belongs
 * to no post. The others are the history of their posts. One that nobody has been notified of yet stays. @returns how many
 */
export const purgeEvents = (db: Db, before: Date): Promise<number> =>
  inBatches(
    db,
    limit => sql`delete from events where id in (
      select id from events where created_at < ${before} and (post_id is null or type = 'post.saved') and is_told
      order by created_at limit ${limit})`,
  )
