import type { InvitationRole } from '#domain/team/model.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { notifyAccessChanged } from '#server/platform/session/end-sessions.ts'

type Joining = { readonly userId: number; readonly role: InvitationRole; readonly now: Date }

/**
 * Takes a person into a project. Who is in it already keeps the role they have; an agency's admin holds every project and is in none.
 * @returns whether they were not in it before
 */
export const joinProject = async (
  tx: Tx,
  { projectId, userId, role, now }: Joining & { projectId: number },
): Promise<boolean> => {
  if (role === 'agency-admin') throw new Error('an admin is of an agency, not of a project')
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('project_members')
    .values({ project_id: projectId, user_id: userId, role, created_at: now })
    .onConflict(clash => clash.columns(['project_id', 'user_id']).doNothing())
    .executeTakeFirstOrThrow()
  // The project appears in the rail of whichever page they have open.
  await notifyAccessChanged(tx, [userId])
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Takes a person into an agency, as an admin or as somebody to choose for its projects.
 * @returns whether they were not in it before
 */
export const joinAgency = async (
  tx: Tx,
  { agencyId, userId, role, now }: Joining & { agencyId: number },
): Promise<boolean> => {
  if (role === 'external-approver') throw new Error('a client is of a project, not of an agency')
  const values = { agency_id: agencyId, user_id: userId, created_at: now }
  const insert =
    role === 'agency-admin'
      ? tx.insertInto('agency_admins').values(values)
      : tx.insertInto('agency_members').values({ ...values, role })
  const { numInsertedOrUpdatedRows } = await insert
    .onConflict(clash => clash.columns(['agency_id', 'user_id']).doNothing())
    .executeTakeFirstOrThrow()
  // An admin sees what a member did not: their open streams begin anew.
  if (role === 'agency-admin') await notifyAccessChanged(tx, [userId])
  return numInsertedOrUpdatedRows === 1n
}
