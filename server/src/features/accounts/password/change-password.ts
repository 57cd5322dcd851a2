import type * as contract from '#domain/accounts/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { auditAccount, ownAccount } from '#server/platform/audit/accounts.ts'
import type { LimitedCall, SignedInCall } from '#server/platform/http/route.ts'
import type { Limit } from '#server/platform/session/attempts.ts'
import { isSessionConfirmed } from '#server/platform/session/tokens.ts'
import { findPasswordProblem, passwordGuesses } from '../current-password.ts'
import { passwordChangedMail, passwordSetMail } from '../mails.ts'
import { rejectUnconfirmed } from '../providers/identities.ts'
import { setPassword } from './passwords.ts'
import { refuseWeakPassword } from './weak-passwords.ts'

export const changePasswordLimit = (
  { params }: Input<typeof contract.changePassword>,
  { person }: LimitedCall,
): Limit | null => (person?.userId === params.userId ? passwordGuesses(person.userId) : null)

export const changePassword = async (
  { params, body }: Input<typeof contract.changePassword>,
  call: SignedInCall,
): Promise<Answer<typeof contract.changePassword>> => {
  const { tx, now, person } = call
  if (params.userId !== person.userId) return fail('not_found')
  const user = await tx
    .selectFrom('users')
    .select(['id', 'email', 'password_hash'])
    .where('id', '=', person.userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const refusal = user.password_hash && (await findPasswordProblem(user.password_hash, body.old_password))
  if (refusal) return fail('validation_error', { errors: { old_password: [refusal] } })
  const weak = refuseWeakPassword({ email: user.email, password: body.password })
  if (weak) return weak
  // An account has the sign-in method that it was made with, and no second one until the mailbox is proved (decision 26).
  const unconfirmed = user.password_hash === null && (await rejectUnconfirmed(tx, user.id))
  if (unconfirmed) return unconfirmed
  // A first password is another way to sign in, and there is no former one to ask for.
  if (user.password_hash === null && !(await isSessionConfirmed(tx, person.sessionId, now)))
    return fail('confirm_it_is_you')
  const writeMail = user.password_hash ? passwordChangedMail : passwordSetMail
  const owner = { ...user, password: body.password }
  await setPassword(tx, call, owner, { now, except: person.sessionId, writeMail })
  await auditAccount(tx, ownAccount(person.userId, call), { action: 'account.password_changed' })
  return {}
}
