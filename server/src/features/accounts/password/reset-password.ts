import type * as contract from '#domain/accounts/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { auditAccount, ownAccount } from '#server/platform/audit/accounts.ts'
import type { Call } from '#server/platform/http/route.ts'
import { confirmAddress, lockAddress } from '../email-addresses.ts'
import { findResetLink, setPassword } from './passwords.ts'
import { refuseWeakPassword } from './weak-passwords.ts'

export const resetPassword = async (
  { body }: Input<typeof contract.resetPassword>,
  call: Call,
): Promise<Answer<typeof contract.resetPassword>> => {
  const { tx, now, address } = call
  const weak = refuseWeakPassword(body)
  if (weak) return weak
  const found = await findResetLink(tx, body, now)
  if (!found) return fail('link_ended')
  await lockAddress(tx, found.email)
  // If two people follow the link at once, the second waits here and then finds it used.
  await tx.selectFrom('users').select('id').where('id', '=', found.id).forNoKeyUpdate().execute()
  const user = await findResetLink(tx, body, now)
  if (!user) return fail('link_ended')
  // The link proves that the mailbox is theirs. If the address belongs to another account by now, only the password changes.
  await confirmAddress(tx, user, { now, address, shown: 'nothing' })
  await setPassword(tx, call, { ...user, password: body.password }, { now })
  await auditAccount(tx, ownAccount(user.id, { address, now }), { action: 'account.password_reset' })
  return {}
}
