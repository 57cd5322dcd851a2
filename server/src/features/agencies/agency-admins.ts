import { sql } from 'kysely'
import { isPlannedWith } from '#server/features/projects/planned-approvers.ts'
import type { Tx } from '#server/platform/db/database.ts'

/**
 * Whether another admin who can sign in would remain. Checked while the agency is locked, so that two removals run one after the
 * other.
 */
export const hasOtherAdmin = async (tx: Tx, agencyId: number, userId: number): Promise<boolean> =>
  (await tx
    .selectFrom('agency_admins as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select('u.id')
    .where('a.agency_id', '=', agencyId)
    .where('u.id', '<>', userId)
    .where('u.is_blocked', '=', false)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The projects where the person is a member, even deleted ones, or is in rounds and plans. An agency has hundreds. */
export const listProjectsOf = async (tx: Tx, agencyId: number, userId: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select p.id from projects p where p.agency_id = ${agencyId} and (
      exists (select 1 from project_members m where m.project_id = p.id and m.user_id = ${userId})
      or p.id in (select a.project_id from approval_approvers v join approvals a on a.id = v.approval_id
        where a.status = 'open' and v.user_id = ${userId})
      or p.id in (select project_id from posts where ${isPlannedWith([userId])}))
    order by p.id`.execute(tx)
  return rows.map(({ id }) => id)
}
