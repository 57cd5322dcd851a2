import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/team/contract.ts'
import { byAgencyCall } from '#server/platform/audit/audit.ts'
import { refuseArchived } from '#server/platform/http/archived.ts'
import type { AgencyCall } from '#server/platform/http/route.ts'
import { listOpenInvitations, lockOpenInvitation } from './invitations.ts'
import { countMail, sendNewLink } from './invite.ts'

export const resendInvitation = async (
  { params }: Input<typeof contract.resendInvitation>,
  call: AgencyCall,
): Promise<Answer<typeof contract.resendInvitation>> => {
  const { agencyId, agencyName } = call.agency
  const [open] = await listOpenInvitations(call.tx, { id: params.invitationId }, call.now)
  if (!open) return fail('invitation_ended')
  const tooMany = await countMail(call, agencyId, open.email)
  if (tooMany) return tooMany
  const invitation = await lockOpenInvitation(call, params.invitationId)
  if (!invitation) return fail('invitation_ended')
  const archived = refuseArchived({
    isArchived: invitation.archived_at !== null,
    role: call.agency.role,
  })
  if (archived) return archived
  const projectId = invitation.project_id
  const to = { agencyId, projectId, name: invitation.project_name ?? agencyName }
  await sendNewLink({ call, by: { ...byAgencyCall(call), projectId }, to }, invitation)
  const [sent] = await listOpenInvitations(call.tx, { id: invitation.id }, call.now)
  return sent ?? fail('invitation_ended')
}
