import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'

/** Ends all feeds of somebody who ends what others may have of their account: by a new password, or by signing out everywhere else. */
export const endAllFeeds = async (tx: Tx, userId: number): Promise<void> => {
  await tx.deleteFrom('calendar_feeds').where('user_id', '=', userId).execute()
}

/**
 * Ends the feeds of somebody who has just left projects of an agency. Reading refuses them anyway; without this, an old address would work
 * again once the person is invited again (docs/product/calendar-feed.md "The address").
 */
export const endLostFeeds = async (tx: Tx, agencyId: number, userId: number): Promise<void> => {
  await sql`delete from calendar_feeds f using projects p
    where p.id = f.project_id and p.agency_id = ${agencyId} and f.user_id = ${userId}
      and not exists (select 1 from project_members m where m.project_id = p.id and m.user_id = f.user_id)
      and not exists (select 1 from agency_admins a where a.agency_id = p.agency_id and a.user_id = f.user_id)`.execute(
    tx,
  )
}
