import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/team/contract.ts'
import { audit, byAgencyCall } from '#server/platform/audit/audit.ts'
import type { AgencyCall } from '#server/platform/http/route.ts'
import { lockOpenInvitation } from './invitations.ts'

export const revokeInvitation = async (
  { params }: Input<typeof contract.revokeInvitation>,
  call: AgencyCall,
): Promise<Answer<typeof contract.revokeInvitation>> => {
  const { tx, now } = call
  const invitation = await lockOpenInvitation(call, params.invitationId)
  if (!invitation) return fail('invitation_ended')
  await tx.updateTable('invitations').set({ revoked_at: now }).where('id', '=', invitation.id).execute()
  const by = { ...byAgencyCall(call), projectId: invitation.project_id }
  const { email, role } = invitation
  await audit(tx, by, { action: 'invitation.revoked', subject: email, old: { role } })
  return {}
}
