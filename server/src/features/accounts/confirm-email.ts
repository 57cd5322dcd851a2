import type * as contract from '#domain/accounts/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { auditAccount, ownAccount } from '#server/platform/audit/accounts.ts'
import type { Call } from '#server/platform/http/route.ts'
import { expireLinks, findLink } from '#server/platform/session/links.ts'
import { beginSession, findOpenSession } from '#server/platform/session/tokens.ts'
import { confirmAddress, hasOwner, lockAddress, type Shown } from './email-addresses.ts'
import { setPassword } from './password/passwords.ts'
import { refuseWeakPassword } from './password/weak-passwords.ts'

/** The session of this browser, if it belongs to this account. */
const findShown = async ({ tx, token, now }: Call, userId: number): Promise<Shown> => {
  const session = token === null ? null : await findOpenSession(tx, token, now)
  return session?.userId === userId ? { session: session.sessionId } : 'nothing'
}

/**
 * People and mail programs open links more than once, so without a password a second call gets the same answer. In a browser without a
 * session of the account, it confirms only together with a new password, which replaces one that an unknown person may have set
 * (decision 26).
 */
export const confirmEmail = async (
  { body }: Input<typeof contract.confirmEmail>,
  call: Call,
): Promise<Answer<typeof contract.confirmEmail>> => {
  const { tx, now, address } = call
  const found = await findLink(tx, body.token, 'confirm', now)
  if (!found) return fail('link_ended')
  await lockAddress(tx, found.email)
  // If two people follow the link at once, the second waits here and then finds it used.
  const user = await findLink(tx, body.token, 'confirm', now)
  if (user?.is_confirmed && body.password === undefined) return { session: null }
  if (!user || user.used_at || (await hasOwner(tx, user.email))) return fail('link_ended')
  if (user.is_blocked) return fail('account_blocked')
  const shown = body.password === undefined ? await findShown(call, user.id) : 'nothing'
  if (shown === 'nothing' && body.password === undefined) return fail('password_required')
  const { password } = body
  const weak = password === undefined ? null : refuseWeakPassword({ email: user.email, password })
  if (weak) return weak
  if (!(await confirmAddress(tx, user, { now, address, shown }))) return fail('link_ended')
  await expireLinks(tx, user.id, 'confirm', now)
  if (body.password === undefined) return { session: null }
  await setPassword(tx, call, { ...user, password: body.password }, { now })
  await auditAccount(tx, ownAccount(user.id, { address, now }), { action: 'account.password_reset' })
  return { session: await beginSession(tx, user.id, now, call) }
}
