import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/team/contract.ts'
import type { SignedInCall } from '#server/platform/http/route.ts'
import { acceptOne } from './accept-invitations.ts'
import { isOpenToOwner, lockInvitationOf } from './own-invitations.ts'
import { endInvitation } from './refusals.ts'

export const answerInvitation = async (
  { params, body: { answer } }: Input<typeof contract.answerInvitation>,
  { tx, now, address, person: { userId } }: SignedInCall,
): Promise<Answer<typeof contract.answerInvitation>> => {
  const invitation = await lockInvitationOf(tx, userId, params.invitationId)
  if (!invitation) return fail('not_found')
  if (!isOpenToOwner(invitation, now)) {
    const isSame = answer === 'accept' ? invitation.accepted_by === userId : invitation.is_refused
    return isSame ? {} : fail('invitation_ended')
  }
  if (answer === 'accept') await acceptOne(tx, invitation, { userId, now, address })
  else await endInvitation(tx, invitation, { actorId: userId, now, address })
  return {}
}
