import { type Failure, fail } from '#domain/kernel/failure.ts'
import { releaseApprover } from '#server/features/approvals/release-approver.ts'
import { endLostFeeds } from '#server/features/calendar-feeds/end-lost-feeds.ts'
import { endLostReportLinks } from '#server/features/reports/links/recipient-links.ts'
import { lockInvitations, revokeOpenInvitations } from '#server/features/team/invitations.ts'
import {
  endAgencyPlace,
  endMembership,
  findAgencyUser,
  isAgencyAdmin,
  isNoLongerAdmin,
  leaveDeletedProject,
  type TeamAccount,
} from '#server/features/team/memberships.ts'
import { type AuditBy, audit, byAgencyCall } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { AgencyCall } from '#server/platform/http/route.ts'
import { notifyAccessChanged } from '#server/platform/session/end-sessions.ts'
import { findSystemScope } from '#server/platform/session/scope.ts'
import { hasOtherAdmin, listProjectsOf } from './agency-admins.ts'

type Refusal = Failure<'not_found' | 'forbidden' | 'last_admin'>

/** Takes somebody out of the agency and all its projects at once. */
export const endAgencyMembership = async (
  call: AgencyCall,
  userId: number,
): Promise<Record<string, never> | Refusal> => {
  const { tx, agency } = call
  const { agencyId } = agency
  // No stronger lock than others need: someone accepting an invitation refers to the agency and holds rows that we will wait for.
  await tx.selectFrom('agencies').select('id').where('id', '=', agencyId).forNoKeyUpdate().execute()
  const user = await findAgencyUser(tx, agencyId, userId)
  if (!user) return fail('not_found')
  // If two admins remove each other, the second is no longer an admin.
  if (await isNoLongerAdmin(call)) return fail('forbidden')
  const isAdmin = await isAgencyAdmin(tx, agencyId, userId)
  if (isAdmin && !(await hasOtherAdmin(tx, agencyId, userId))) return fail('last_admin')
  const by = byAgencyCall(call)
  await lockInvitations(tx, { agency_id: agencyId, email: user.email })
  await revokeOpenInvitations(tx, by, { email: user.email })
  // Clients keep the invitations they were promised; those that could let the person in by another address are revoked.
  if (isAdmin) await revokeOpenInvitations(tx, by, { sentBy: userId, mayClientsKeep: true })
  await leaveProjects(tx, user, { isAdmin, by })
  const memberRole = await endAgencyPlace(tx, agencyId, userId)
  await endLostFeeds(tx, agencyId, userId)
  await endLostReportLinks(tx, { agencyId, userId })
  if (isAdmin)
    await audit(tx, by, { action: 'admin.removed', subject: user.email, old: { role: 'agency-admin' } })
  else if (memberRole)
    await audit(tx, by, { action: 'member.removed', subject: user.email, old: { role: memberRole } })
  await notifyAccessChanged(tx, [userId])
  return {}
}

/**
 * From every project, including deleted ones, which may be restored while the person is gone. An admin may be an approver in any of
 * them.
 */
const leaveProjects = async (
  tx: Tx,
  user: TeamAccount,
  { isAdmin, by }: { isAdmin: boolean; by: AuditBy },
): Promise<void> => {
  const userId = user.id
  for (const id of await listProjectsOf(tx, by.agencyId, userId)) {
    const scope = await findSystemScope(tx, id)
    if (!scope) await leaveDeletedProject(tx, { ...by, projectId: id }, user)
    else if (!(await endMembership(tx, scope, { userId, by })) && isAdmin)
      await releaseApprover(tx, scope, { userId, now: by.now })
  }
}
