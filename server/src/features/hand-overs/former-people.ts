import { sql } from 'kysely'
import { releaseApprovers } from '#server/features/approvals/release-approver.ts'
import { endLostFeeds } from '#server/features/calendar-feeds/end-lost-feeds.ts'
import { endLostReportLinks } from '#server/features/reports/links/recipient-links.ts'
import { lockInvitations, revokeOpenInvitations } from '#server/features/team/invitations.ts'
import { endMembership } from '#server/features/team/memberships.ts'
import type { AuditBy } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { notifyAccessChanged } from '#server/platform/session/end-sessions.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'

/** Who works for an agency, in this project or elsewhere: its admins, its people, and all in its other projects who are no clients there. */
const teamOf = (agencyId: number, projectId: number) => sql`(
  select a.user_id from agency_admins a where a.agency_id = ${agencyId}
  union select m.user_id from agency_members m where m.agency_id = ${agencyId}
  union select m.user_id from project_members m join projects p on p.id = m.project_id
    where p.agency_id = ${agencyId} and p.id <> ${projectId} and p.deleted_at is null and m.role <> 'external-approver')`

/** Which project goes from whom to whom. */
export type Hands = { readonly projectId: number; readonly fromAgencyId: number; readonly toAgencyId: number }
type Former = { readonly user_id: number; readonly email: string }

/**
 * The people of the project who lose it: the team of the former agency, but those who work for the new one as well. `members`: they are in
 * the project itself; the admins of the agency are in all of its projects.
 */
export const findFormer = async (
  tx: Tx,
  { projectId, fromAgencyId, toAgencyId }: Hands,
): Promise<{ members: Former[]; admins: Former[] }> => {
  const stays = sql`u.id in ${teamOf(toAgencyId, projectId)}`
  const members = await sql<Former>`
    select m.user_id, u.email from project_members m join users u on u.id = m.user_id
    where m.project_id = ${projectId} and not ${stays}
      and (m.role <> 'external-approver' or u.id in ${teamOf(fromAgencyId, projectId)}) order by m.user_id`.execute(
    tx,
  )
  const admins = await sql<Former>`
    select a.user_id, u.email from agency_admins a join users u on u.id = a.user_id
    where a.agency_id = ${fromAgencyId} and u.id not in (
      select x.user_id from agency_admins x where x.agency_id = ${toAgencyId}) order by a.user_id`.execute(tx)
  return { members: members.rows, admins: admins.rows }
}

/** Revokes what is open of invitations to the project; all addresses are locked first, as everywhere. */
export const endInvitations = async (
  tx: Tx,
  by: AuditBy & { readonly projectId: number },
  former: readonly Former[],
): Promise<void> => {
  const invited = await tx
    .selectFrom('invitations')
    .select('email')
    .distinct()
    .where('project_id', '=', by.projectId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
  const emails = new Set([...invited, ...former].map(({ email }) => email))
  for (const email of [...emails].sort()) await lockInvitations(tx, { agency_id: by.agencyId, email })
  for (const { email } of invited) await revokeOpenInvitations(tx, by, { projectId: by.projectId, email })
}

/** Ends the memberships of those who lose the project, with all that follows from that, and takes its admins out of rounds. */
export const endMemberships = async (
  tx: Tx,
  scope: ProjectScope,
  { by, members, admins }: { readonly by: AuditBy } & Awaited<ReturnType<typeof findFormer>>,
): Promise<void> => {
  const { projectId } = scope
  // All at once: what some of them had approved, and others had not, is not approved by their leaving.
  const userIds = [...members, ...admins].map(({ user_id }) => user_id)
  await releaseApprovers(tx, scope, { userIds, now: by.now })
  for (const { user_id: userId } of members) await endMembership(tx, scope, { userId, by })
  for (const { user_id: userId } of [...members, ...admins])
    for (const table of ['member_settings', 'saved_views', 'designs'] as const)
      await sql`delete from ${sql.table(table)} where project_id = ${projectId} and user_id = ${userId}`.execute(
        tx,
      )
  await tx.deleteFrom('pending_connections').where('project_id', '=', projectId).execute()
}

/**
 * Ends the secret addresses that anybody of the former agency knows, and mails about the project that wait for them. The project is the new
 * agency's by now. A client's own feed, and links that were mailed to clients, stay.
 */
export const endFormerAccess = async (
  tx: Tx,
  { projectId, fromAgencyId, toAgencyId }: Hands,
  former: readonly Former[],
): Promise<void> => {
  for (const { user_id: userId, email } of former) {
    await endLostFeeds(tx, toAgencyId, userId)
    await endLostReportLinks(tx, { agencyId: toAgencyId, projectId, userId })
    await sql`delete from outgoing_mails where recipient = lower(${email}) and status <> 'sent'
      and ${projectId} = any(project_ids)`.execute(tx)
  }
  await forgetReaders(tx, projectId, former)
  await passMailsOn(tx, { projectId, fromAgencyId, toAgencyId })
  // People who copied a link have seen its secret. A client who turns out to administer the new agency has other rights from now on.
  await sql`delete from approval_links where project_id = ${projectId} and (created_by is not null
    or user_id in (select user_id from agency_admins where agency_id = ${toAgencyId}))`.execute(tx)
  await tx
    .deleteFrom('report_links')
    .where('project_id', '=', projectId)
    .where('is_copied', '=', true)
    .execute()
  // Whoever made one knows its secret.
  await tx.deleteFrom('proofs').where('project_id', '=', projectId).execute()
  await notifyOfAll(tx, { projectId, fromAgencyId, toAgencyId })
}

/** Nobody of the former agency is proposed as a reader of the client's monthly reports, by their address or by name. */
const forgetReaders = async (tx: Tx, projectId: number, former: readonly Former[]): Promise<void> => {
  const emails = former.map(({ email }) => email.toLowerCase())
  const userIds = former.map(({ user_id }) => user_id)
  await sql`update report_schedules set
    emails = array(select e from unnest(emails) with ordinality as x (e, place)
      where lower(e) <> all(${emails}::text[]) order by place),
    user_ids = array(select u from unnest(user_ids) with ordinality as x (u, place)
      where u <> all(${userIds}::bigint[]) order by place)
    where project_id = ${projectId}`.execute(tx)
}

/**
 * Mails to those who stay: one that waits is the new agency's if it fails, one that has failed would show the former agency's admins what
 * the client is told. A report's link that was mailed to somebody who stays no longer depends on who sent it.
 */
const passMailsOn = async (tx: Tx, { projectId, fromAgencyId, toAgencyId }: Hands): Promise<void> => {
  const ofProject = sql`agency_id = ${fromAgencyId} and ${projectId} = any(project_ids)`
  await sql`delete from outgoing_mails where status = 'failed' and ${ofProject}`.execute(tx)
  await sql`update outgoing_mails set agency_id = ${toAgencyId} where status = 'queued' and ${ofProject}`.execute(
    tx,
  )
  await sql`update report_links set created_by = null
    where project_id = ${projectId} and user_id is not null and not is_copied`.execute(tx)
}

/** Open pages of everybody on both sides ask again what they may see. */
const notifyOfAll = async (tx: Tx, { projectId, fromAgencyId, toAgencyId }: Hands): Promise<void> => {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from agency_admins where agency_id in (${fromAgencyId}, ${toAgencyId})
    union select user_id from project_members where project_id = ${projectId}
    union select id from users where is_super_admin`.execute(tx)
  await notifyAccessChanged(
    tx,
    rows.map(({ user_id }) => user_id),
  )
}
