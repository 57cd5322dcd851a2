import { digitsOf } from '#domain/accounts/second-factor.ts'
import type * as contract from '#domain/accounts/second-factor-contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { SignedInCall } from '#server/platform/http/route.ts'
import { endSessionsOf } from '#server/platform/session/end-sessions.ts'
import { lockPerson } from '../ask-second-factor.ts'
import { rememberSignIn } from '../password/passwords.ts'
import {
  lockFactor,
  makeRecoveryCodes,
  openFactor,
  readAppCode,
  sealFactor,
  shownCodes,
} from './second-factors.ts'
import { tellOfSecondFactor } from './tell-of-second-factor.ts'

/**
 * The code shows that the app has the secret: otherwise its person would be locked out by a picture that was never read. Sessions that
 * began without a code end: one of them may be the reason for it. Of all devices the account then knows this one only.
 */
export const turnOnSecondFactor = async (
  { body: { code } }: Input<typeof contract.turnOnSecondFactor>,
  call: SignedInCall,
): Promise<Answer<typeof contract.turnOnSecondFactor>> => {
  const { tx, now, services, person } = call
  const { userId } = person
  await lockPerson(tx, userId)
  const row = await lockFactor(tx, userId)
  if (!row) return fail('second_factor_off')
  if (row.turned_on_at) return fail('second_factor_on')
  const kept = openFactor(services.config, userId, row)
  const digits = digitsOf(code)
  const step = digits === null ? fail('wrong_second_factor') : readAppCode(kept, { digits, lastStep: 0, now })
  if (typeof step !== 'number') return step
  const codes = makeRecoveryCodes()
  await tx
    .updateTable('second_factors')
    .set({
      ...sealFactor(services.config, userId, { ...kept, codes }),
      turned_on_at: now,
      last_step: step,
    })
    .where('user_id', '=', userId)
    .execute()
  await endSessionsOf(tx, userId, { now, except: person.sessionId })
  await rememberSignIn(tx, call, userId)
  await tellOfSecondFactor(tx, call, userId, 'on')
  return { recovery_codes: shownCodes(codes) }
}
