import { sql } from 'kysely'
import type { InvitationRole, MemberRole } from '#domain/team/model.ts'
import { releaseApprover } from '#server/features/approvals/release-approver.ts'
import { endLostFeeds } from '#server/features/calendar-feeds/end-lost-feeds.ts'
import { endLostReportLinks } from '#server/features/reports/links/recipient-links.ts'
import { type AuditBy, audit } from '#server/platform/audit/audit.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import type { AgencyCall, ScopedCall } from '#server/platform/http/route.ts'
import { notifyAccessChanged } from '#server/platform/session/end-sessions.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'
import { lockInvitations, revokeOpenInvitations } from './invitations.ts'

/** The account with this address, or null. An unconfirmed address identifies nobody (decision 15). */
export const findConfirmedAccount = async (db: Reader, email: string) =>
  (await db
    .selectFrom('users')
    .select(['id', 'name', 'last_name', 'email'])
    .where('email', '=', email)
    .where('is_confirmed', '=', true)
    .executeTakeFirst()) ?? null

export type TeamAccount = NonNullable<Awaited<ReturnType<typeof findConfirmedAccount>>>

export const isAgencyAdmin = async (db: Reader, agencyId: number, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('agency_admins')
    .select('user_id')
    .where('agency_id', '=', agencyId)
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined

/** Whether the calling admin has been removed in the meantime. Only reliable while the agency is locked. */
export const isNoLongerAdmin = async ({
  tx,
  agency,
  person,
}: Pick<AgencyCall, 'tx' | 'agency' | 'person'>): Promise<boolean> =>
  agency.role === 'agency-admin' && !(await isAgencyAdmin(tx, agency.agencyId, person.userId))

type Joining = { readonly userId: number; readonly role: InvitationRole; readonly now: Date }

/**
 * Adds a person to a project of this agency. Someone who is in it already keeps their role; an agency's admin has every project without
 * being a member. A project that is being handed over is waited for: nobody joins the people of another agency.
 * @returns whether they were not in it before
 */
export const joinProject = async (
  tx: Tx,
  { projectId, agencyId, userId, role, now }: Joining & { projectId: number; agencyId: number },
): Promise<boolean> => {
  if (role === 'agency-admin') throw new Error('an admin belongs to an agency, not to a project')
  const project = await tx
    .selectFrom('projects')
    .select('agency_id')
    .where('id', '=', projectId)
    .forShare()
    .executeTakeFirst()
  if (project?.agency_id !== agencyId) return false
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('project_members')
    .values({ project_id: projectId, user_id: userId, role, created_at: now })
    .onConflict(clash => clash.columns(['project_id', 'user_id']).doNothing())
    .executeTakeFirstOrThrow()
  // The project then appears in the rail of the pages they have open.
  await notifyAccessChanged(tx, [userId])
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Adds a person to an agency, as an admin or as someone to choose for its projects.
 * @returns whether they were not in it before
 */
export const joinAgency = async (
  tx: Tx,
  { agencyId, userId, role, now }: Joining & { agencyId: number },
): Promise<boolean> => {
  if (role === 'external-approver') throw new Error('a client belongs to a project, not to an agency')
  const values = { agency_id: agencyId, user_id: userId, created_at: now }
  const insert =
    role === 'agency-admin'
      ? tx.insertInto('agency_admins').values(values)
      : tx.insertInto('agency_members').values({ ...values, role })
  const { numInsertedOrUpdatedRows } = await insert
    .onConflict(clash => clash.columns(['agency_id', 'user_id']).doNothing())
    .executeTakeFirstOrThrow()
  // An admin sees more than a member: their open streams start again.
  if (role === 'agency-admin') await notifyAccessChanged(tx, [userId])
  return numInsertedOrUpdatedRows === 1n
}

/** Locks the member, so that a removal and a change of a setting or role cannot run at the same time. */
export const lockMember = ({ tx, scope }: Pick<ScopedCall, 'tx' | 'scope'>, userId: number) =>
  tx
    .selectFrom('project_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.role', 'u.email'])
    .where('m.project_id', '=', scope.projectId)
    .where('m.user_id', '=', userId)
    .forUpdate('m')
    .executeTakeFirst()

/** Gives somebody in a project another role there; what follows from that is the caller's. */
export const setProjectRole = async (
  tx: Tx,
  { projectId }: ProjectScope,
  { userId, role }: { readonly userId: number; readonly role: MemberRole },
): Promise<void> => {
  await tx
    .updateTable('project_members')
    .set({ role })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .execute()
}

/** Gives a member of the agency another role there. */
export const changeMemberRole = async (
  tx: Tx,
  {
    agencyId,
    userId,
    role,
  }: {
    agencyId: number
    userId: number
    role: Exclude<InvitationRole, 'agency-admin' | 'external-approver'>
  },
): Promise<void> => {
  await tx
    .updateTable('agency_members')
    .set({ role })
    .where('agency_id', '=', agencyId)
    .where('user_id', '=', userId)
    .execute()
}

/** Takes an admin's rights away; what follows from that is the caller's. */
export const stopBeingAdmin = async (tx: Tx, agencyId: number, userId: number): Promise<void> => {
  await tx
    .deleteFrom('agency_admins')
    .where('agency_id', '=', agencyId)
    .where('user_id', '=', userId)
    .execute()
}

/** Removes a person from the agency itself; its projects they leave with `leaveProject`. @returns the role that they had as a member */
export const endAgencyPlace = async (
  tx: Tx,
  agencyId: number,
  userId: number,
): Promise<InvitationRole | null> => {
  await stopBeingAdmin(tx, agencyId, userId)
  const member = await tx
    .deleteFrom('agency_members')
    .where('agency_id', '=', agencyId)
    .where('user_id', '=', userId)
    .returning('role')
    .executeTakeFirst()
  return member?.role ?? null
}

/** A person of this agency: one of its admins, invited to it, or in one of its projects; null for anyone else. */
export const findAgencyUser = async (
  db: Reader,
  agencyId: number,
  userId: number,
): Promise<TeamAccount | null> => {
  const { rows } = await sql<TeamAccount>`
    select u.id, u.name, u.last_name, u.email from users u
    where u.id = ${userId} and (
      exists (select 1 from agency_admins a where a.agency_id = ${agencyId} and a.user_id = u.id)
      or exists (select 1 from agency_members m where m.agency_id = ${agencyId} and m.user_id = u.id)
      or exists (select 1 from project_members m join projects p on p.id = m.project_id
        where p.agency_id = ${agencyId} and m.user_id = u.id))`.execute(db)
  return rows[0] ?? null
}

/**
 * Removes a person from a project: from the commit on they cannot access it, their open streams, calendar feeds and the links to
 * reports that were mailed to them end, and no round waits for them. What they made and decided stays, with their name. @returns false when they were not in it
 */
export const endMembership = async (
  tx: Tx,
  scope: ProjectScope,
  { userId, by }: { userId: number; by: AuditBy },
): Promise<boolean> => {
  const { projectId, agencyId } = scope
  const { email } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await lockInvitations(tx, { agency_id: agencyId, email })
  const left = await tx
    .deleteFrom('project_members')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .returning('role')
    .executeTakeFirst()
  if (!left) return false
  const { role } = left
  await revokeOpenInvitations(tx, by, { projectId, email })
  await releaseApprover(tx, scope, { userId, now: by.now })
  await endLostFeeds(tx, agencyId, userId)
  await endLostReportLinks(tx, { agencyId, projectId, userId })
  await audit(tx, { ...by, projectId }, { action: 'member.removed', subject: email, old: { role } })
  await notifyAccessChanged(tx, [userId])
  return true
}

/** Removes a person from a project in the bin, where no round waits for them and nothing is open. */
export const leaveDeletedProject = async (
  tx: Tx,
  by: AuditBy & { projectId: number },
  { id, email }: Pick<TeamAccount, 'id' | 'email'>,
): Promise<void> => {
  const left = await tx
    .deleteFrom('project_members')
    .where('project_id', '=', by.projectId)
    .where('user_id', '=', id)
    .returning('role')
    .executeTakeFirst()
  if (left) await audit(tx, by, { action: 'member.removed', subject: email, old: { role: left.role } })
}
