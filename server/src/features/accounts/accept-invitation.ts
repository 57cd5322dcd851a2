import type * as contract from '#domain/accounts/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { findInvitation } from '#server/features/team/invitations.ts'
import type { SignedInCall } from '#server/platform/http/route.ts'
import { joinByInvitation } from './email-addresses.ts'

/** For someone who opens an invitation's link while signed in. Opening it twice gives the same answer. */
export const acceptInvitation = async (
  { body: { token } }: Input<typeof contract.acceptInvitation>,
  { tx, now, address, person }: SignedInCall,
): Promise<Answer<typeof contract.acceptInvitation>> => {
  const found = await findInvitation(tx, token, now)
  if (!found || found.status === 'ended') return fail('invitation_ended')
  const { where } = found
  if (found.accepted_by === person.userId) return { where }
  if (found.status === 'accepted') return fail('invitation_ended')
  const user = await tx
    .selectFrom('users')
    .select(['id', 'email', 'is_confirmed'])
    .where('id', '=', person.userId)
    .executeTakeFirstOrThrow()
  if (found.email !== user.email) return fail('invitation_for_another', { values: { email: found.email } })
  const shown = { session: person.sessionId }
  return (await joinByInvitation(tx, user, { token, now, address, shown })) ?? { where }
}
