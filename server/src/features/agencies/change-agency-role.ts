import type * as contract from '#domain/agencies/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import type { InvitationRole } from '#domain/team/model.ts'
import { releaseApprover } from '#server/features/approvals/release-approver.ts'
import { endLostFeeds } from '#server/features/calendar-feeds/end-lost-feeds.ts'
import { endLostReportLinks } from '#server/features/reports/links/recipient-links.ts'
import { revokeOpenInvitations } from '#server/features/team/invitations.ts'
import { addAgencyUser } from '#server/features/team/invite.ts'
import {
  changeMemberRole,
  findAgencyUser,
  isAgencyAdmin,
  isNoLongerAdmin,
  joinAgency,
  stopBeingAdmin,
  type TeamAccount,
} from '#server/features/team/memberships.ts'
import { audit, byAgencyCall } from '#server/platform/audit/audit.ts'
import type { AgencyCall } from '#server/platform/http/route.ts'
import { notifyAccessChanged } from '#server/platform/session/end-sessions.ts'
import { findSystemScope } from '#server/platform/session/scope.ts'
import { hasOtherAdmin, listProjectsOf } from './agency-admins.ts'

type MemberRole = Exclude<Input<typeof contract.changeAgencyRole>['body']['role'], 'agency-admin'>

/** Gives the person a role in the agency with which projects can choose them; their roles in projects stay. */
const saveMember = async (
  { tx, now, agency: { agencyId } }: AgencyCall,
  userId: number,
  role: MemberRole,
): Promise<InvitationRole | null> => {
  const members = tx.selectFrom('agency_members').select('role').where('user_id', '=', userId)
  const before = await members.where('agency_id', '=', agencyId).executeTakeFirst()
  if (!before) await joinAgency(tx, { agencyId, userId, role, now })
  else await changeMemberRole(tx, { agencyId, userId, role })
  return before?.role ?? null
}

/** An admin becomes a member: no round waits for them as an admin, and the colleagues whom they have invited are not let in. */
const becomeMember = async (call: AgencyCall, { id: userId, email }: TeamAccount, role: MemberRole) => {
  const { tx, now, agency } = call
  const { agencyId } = agency
  if (!(await hasOtherAdmin(tx, agencyId, userId))) return fail('last_admin')
  const by = byAgencyCall(call)
  await revokeOpenInvitations(tx, by, { sentBy: userId, mayClientsKeep: true })
  await stopBeingAdmin(tx, agencyId, userId)
  await endLostFeeds(tx, agencyId, userId)
  await endLostReportLinks(tx, { agencyId, userId })
  for (const id of await listProjectsOf(tx, agencyId, userId)) {
    const scope = await findSystemScope(tx, id)
    if (scope) await releaseApprover(tx, scope, { userId, now })
  }
  await saveMember(call, userId, role)
  const change = { subject: email, old: { role: 'agency-admin' }, new: { role } }
  await audit(tx, by, { action: 'admin.removed', ...change })
  await notifyAccessChanged(tx, [userId])
  return null
}

/** Changes the role of somebody of the agency at once; the last admin who can sign in stays one. */
export const changeAgencyRole = async (
  { params: { userId }, body: { role } }: Input<typeof contract.changeAgencyRole>,
  call: AgencyCall,
): Promise<Answer<typeof contract.changeAgencyRole>> => {
  const { tx, agency } = call
  const { agencyId, agencyName } = agency
  await tx.selectFrom('agencies').select('id').where('id', '=', agencyId).forNoKeyUpdate().execute()
  const user = await findAgencyUser(tx, agencyId, userId)
  if (!user) return fail('not_found')
  // If two admins change each other, the second is no longer an admin.
  if (await isNoLongerAdmin(call)) return fail('forbidden')
  const by = byAgencyCall(call)
  const isAdmin = await isAgencyAdmin(tx, agencyId, userId)
  if (role === 'agency-admin') {
    const to = { agencyId, projectId: null, name: agencyName }
    const isAdded = isAdmin || (await addAgencyUser({ call, by, to }, user, role))
    return isFailure(isAdded) ? isAdded : {}
  }
  if (isAdmin) return (await becomeMember(call, user, role)) ?? {}
  const before = await saveMember(call, userId, role)
  const change = { subject: user.email, old: { role: before }, new: { role } }
  if (before !== role) await audit(tx, by, { action: 'member.setting_changed', ...change })
  return {}
}
