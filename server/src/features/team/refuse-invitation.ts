import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/team/contract.ts'
import type { Call } from '#server/platform/http/route.ts'
import { hashInvitationToken } from './invitations.ts'
import { endInvitation } from './refusals.ts'

/** Whoever has the token reads the mailbox. A link that was answered with a refusal before gets the same answer again. */
export const refuseInvitation = async (
  { body: { token, is_unknown } }: Input<typeof contract.refuseInvitation>,
  { tx, now, address }: Call,
): Promise<Answer<typeof contract.refuseInvitation>> => {
  const named = await tx
    .selectFrom('invitations')
    .selectAll()
    .where('token_hash', '=', hashInvitationToken(token))
    .forUpdate()
    .executeTakeFirst()
  if (!named || named.accepted_at || (named.revoked_at && !named.is_refused)) return fail('invitation_ended')
  // An old mail may have been passed on: it no longer speaks for the whole mailbox.
  if (is_unknown && named.expires_at <= now) return fail('invitation_ended')
  const { agency_id, email } = named
  const open = await tx
    .selectFrom('invitations')
    .selectAll()
    .where('agency_id', '=', agency_id)
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const invitation of open)
    if (is_unknown || invitation.id === named.id)
      await endInvitation(tx, invitation, { actorId: null, now, address })
  if (is_unknown)
    await tx
      .insertInto('unwanted_agencies')
      .values({ agency_id, email, created_at: now })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  return {}
}
