import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import { inBatches } from '#server/platform/db/in-batches.ts'

/** Deletes invitations that nobody accepted and that ended before then. Accepted ones say since when somebody belongs to the agency. */
export const purgeInvitations = (db: Db, before: Date): Promise<number> =>
  inBatches(
    db,
    limit => sql`delete from invitations where id in (
      select id from invitations where accepted_at is null and expires_at < ${before} limit ${limit})`,
  )
