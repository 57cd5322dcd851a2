import type * as contract from '#domain/accounts/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { Call } from '#server/platform/http/route.ts'
import { expireLinks, findLink } from '#server/platform/session/links.ts'
import { confirmAddress } from './email-addresses.ts'

/** Followed twice it answers alike: mail programs and people open links more than once. */
export const confirmEmail = async (
  { body }: Input<typeof contract.confirmEmail>,
  { tx, now, address }: Call,
): Promise<Answer<typeof contract.confirmEmail>> => {
  const user = await findLink(tx, body.token, 'confirm', now)
  if (!user) return fail('link_ended')
  if (user.is_confirmed) return {}
  if (user.used_at || !(await confirmAddress(tx, user, { now, address }))) return fail('link_ended')
  await expireLinks(tx, user.id, 'confirm', now)
  return {}
}
