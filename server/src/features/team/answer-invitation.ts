import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/team/contract.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { SignedInCall } from '#server/platform/http/route.ts'
import { findProjectScope, type Person } from '#server/platform/session/scope.ts'
import { acceptOne } from './accept-invitations.ts'
import { findAgencyUser } from './memberships.ts'
import { isOpenToOwner, lockInvitationOf } from './own-invitations.ts'
import { endInvitation } from './refusals.ts'

export const answerInvitation = async (
  { params, body: { answer } }: Input<typeof contract.answerInvitation>,
  { tx, now, address, person }: SignedInCall,
): Promise<Answer<typeof contract.answerInvitation>> => {
  const { userId } = person
  const invitation = await lockInvitationOf(tx, userId, params.invitationId)
  if (!invitation) return fail('not_found')
  if (!isOpenToOwner(invitation, now)) {
    const isSame =
      answer === 'accept'
        ? invitation.accepted_by === userId && (await isStillIn(tx, invitation, person))
        : invitation.is_refused
    return isSame ? {} : fail('invitation_ended')
  }
  if (answer === 'accept') await acceptOne(tx, invitation, { userId, now, address })
  else await endInvitation(tx, invitation, { actorId: userId, now, address })
  return {}
}

type Place = { readonly agency_id: number; readonly project_id: number | null }

/** Accepted once more, an invitation is as it was, unless they have been removed since: they would be told that they are in. */
const isStillIn = async (tx: Tx, { agency_id, project_id }: Place, person: Person): Promise<boolean> =>
  (project_id === null
    ? await findAgencyUser(tx, agency_id, person.userId)
    : await findProjectScope(tx, project_id, person)) !== null
