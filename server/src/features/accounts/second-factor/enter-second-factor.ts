import type * as contract from '#domain/accounts/second-factor-contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { PoolCall } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import { findLink, redeemLink } from '#server/platform/session/links.ts'
import { beginSession } from '#server/platform/session/tokens.ts'
import { joinByInvitation, lockAddress } from '../email-addresses.ts'
import { countSecondFactorGuess } from '../password/guesses.ts'
import { rememberSignIn } from '../password/passwords.ts'
import { linkWaitingIdentities } from '../providers/identities.ts'
import { useCode } from './second-factors.ts'
import { tellOfSecondFactor } from './tell-of-second-factor.ts'

type Ended = Answer<typeof contract.enterSecondFactor>

/** Does what the sign-in would have done without a second factor: an invitation is accepted and a waiting identity linked only now. */
export const enterSecondFactor = async (
  { body: { token, code, invitation } }: Input<typeof contract.enterSecondFactor>,
  call: PoolCall,
): Promise<Ended> => {
  const { services, now, address } = call
  const { db, config } = services
  const user = await findLink(db, token, 'second_factor', now)
  if (!user || user.used_at) return fail('sign_in_ended')
  if (user.is_blocked) return fail('account_blocked')
  const counted = await countSecondFactorGuess(call, user.id)
  if (isFailure(counted)) return counted
  const answer = await inTransaction(db, async (tx: Tx): Promise<Ended> => {
    await lockAddress(tx, user.email)
    const isOpen = await tx
      .selectFrom('users')
      .select('id')
      .where('id', '=', user.id)
      .where('is_blocked', '=', false)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!isOpen) return fail('account_blocked')
    const used = await useCode(tx, config, { userId: user.id, code, now })
    if (isFailure(used)) return used.code === 'second_factor_off' ? fail('sign_in_ended') : used
    // A new password in the meantime has ended it.
    if (!(await redeemLink(tx, token, now))) return fail('sign_in_ended')
    if (invitation !== undefined) {
      const refusal = await joinByInvitation(tx, user, {
        token: invitation,
        now,
        address,
        shown: 'credential',
      })
      if (refusal) return refusal
    }
    await linkWaitingIdentities(tx, user, call)
    if (used === 'recovery') await tellOfSecondFactor(tx, call, user.id, 'used')
    await rememberSignIn(tx, call, user.id)
    return beginSession(tx, user.id, now, call)
  })
  if (!isFailure(answer)) await counted()
  return answer
}
