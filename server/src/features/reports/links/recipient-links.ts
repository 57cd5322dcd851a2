import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'

/**
 * Of a link to a report, `l`: it was mailed to nobody of the project, or to somebody who is still in it and is not blocked (decision 159).
 */
export const isRecipientPresent = sql<boolean>`(l.user_id is null or exists (
  select 1 from users u join projects p on p.id = l.project_id where u.id = l.user_id and not u.is_blocked and (
    exists (select 1 from project_members m where m.project_id = p.id and m.user_id = u.id)
    or exists (select 1 from agency_admins a where a.agency_id = p.agency_id and a.user_id = u.id))))`

type Left = { readonly agencyId: number; readonly projectId?: number; readonly userId: number }

/**
 * Ends the links to reports that were mailed to somebody who has just left a project, or without `projectId` an agency, also those mailed
 * to their address before they joined. Reading refuses most of them anyway; without this, an old link would work again once the person is
 * invited again.
 */
export const endLostReportLinks = async (tx: Tx, { agencyId, projectId, userId }: Left): Promise<void> => {
  await sql`delete from report_links l using projects p, users u
    where p.id = l.project_id and p.agency_id = ${agencyId} and u.id = ${userId} and (l.user_id = u.id or l.email = u.email)
      and ${projectId === undefined ? sql`true` : sql`p.id = ${projectId}`}
      and not exists (select 1 from project_members m where m.project_id = p.id and m.user_id = u.id)
      and not exists (select 1 from agency_admins a where a.agency_id = p.agency_id and a.user_id = u.id)`.execute(
    tx,
  )
}

/** Ends the links to reports of a project that were mailed to these addresses and people. @returns how many */
export const endMailedLinks = async (
  tx: Tx,
  projectId: number,
  { emails, userIds }: { readonly emails: readonly string[]; readonly userIds: readonly number[] },
): Promise<number> => {
  const ended = await tx
    .deleteFrom('report_links')
    .where('project_id', '=', projectId)
    .where(({ or, eb }) =>
      or([
        eb('email', '=', sql<string>`any(${[...emails]})`),
        eb('user_id', '=', sql<number>`any(${[...userIds]})`),
      ]),
    )
    .returning('id')
    .execute()
  return ended.length
}
