import type * as contract from '#domain/accounts/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { harmlessNames } from '#domain/kernel/public-names.ts'
import { findInvitation } from '#server/features/team/invitations.ts'
import type { Call } from '#server/platform/http/route.ts'
import { hasOwner } from './email-addresses.ts'

/** Says more than "ended" only to who holds a token, which was mailed to that address alone. */
export const checkInvitation = async (
  { body }: Input<typeof contract.checkInvitation>,
  { tx, now }: Call,
): Promise<Answer<typeof contract.checkInvitation>> => {
  const found = await findInvitation(tx, body.token, now)
  if (!found) return { status: 'ended', email: null, where: null, agency: null, has_account: false }
  const { status, email } = found
  const [where, agency] = [harmlessNames(found.where), harmlessNames(found.agency)]
  return { status, email, where, agency, has_account: await hasOwner(tx, email) }
}
