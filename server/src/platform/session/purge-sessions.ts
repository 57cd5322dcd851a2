import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import { inBatches } from '#server/platform/db/in-batches.ts'

/** Deletes sessions that began before then, with their tokens. None of them can be renewed any more: that ends 90 days after the sign-in. */
export const purgeSessions = (db: Db, before: Date): Promise<number> =>
  inBatches(
    db,
    limit => sql`delete from sessions where id in (
      select id from sessions where created_at < ${before} order by created_at limit ${limit})`,
  )

/** Deletes links of accounts (to confirm, for a new password, codes) that ended before then. */
export const purgeAccountLinks = (db: Db, before: Date): Promise<number> =>
  inBatches(
    db,
    limit => sql`delete from account_links where token_hash in (
      select token_hash from account_links where expires_at < ${before} limit ${limit})`,
  )
