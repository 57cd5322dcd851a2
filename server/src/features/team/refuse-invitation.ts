import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/team/contract.ts'
import type { Call } from '#server/platform/http/route.ts'
import { hashInvitationToken, lockInvitations } from './invitations.ts'
import { endInvitation } from './refusals.ts'

/** Somebody who has the token reads the mailbox. A link that was answered with a refusal before gets the same answer again. */
export const refuseInvitation = async (
  { body: { token, is_unknown } }: Input<typeof contract.refuseInvitation>,
  { tx, now, address }: Call,
): Promise<Answer<typeof contract.refuseInvitation>> => {
  const hash = hashInvitationToken(token)
  // Locked with the others, in one order, so that it waits for nobody who waits for it; and read then, when it may have changed.
  const place = await tx
    .selectFrom('invitations')
    .select(['agency_id', 'email'])
    .where('token_hash', '=', hash)
    .executeTakeFirst()
  const locked = place ? await lockInvitations(tx, place) : []
  const named = locked.find(({ token_hash }) => token_hash.equals(hash))
  if (!named || named.accepted_at || (named.revoked_at && !named.is_refused)) return fail('invitation_ended')
  // An old mail may have been passed on: it no longer speaks for the whole mailbox.
  if (is_unknown && named.expires_at <= now) return fail('invitation_ended')
  const { agency_id, email } = named
  for (const invitation of locked)
    if (!invitation.accepted_at && !invitation.revoked_at && (is_unknown || invitation.id === named.id))
      await endInvitation(tx, invitation, { actorId: null, now, address })
  if (is_unknown)
    await tx
      .insertInto('unwanted_agencies')
      .values({ agency_id, email, created_at: now })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  return {}
}
