import type * as contract from '#domain/accounts/second-factor-contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { SignedInCall } from '#server/platform/http/route.ts'
import { lockFactor, makeRecoveryCodes, openFactor, sealFactor, shownCodes } from './second-factors.ts'
import { tellOfSecondFactor } from './tell-of-second-factor.ts'

export const renewRecoveryCodes = async (
  _input: Input<typeof contract.renewRecoveryCodes>,
  call: SignedInCall,
): Promise<Answer<typeof contract.renewRecoveryCodes>> => {
  const { tx, services, person } = call
  const { userId } = person
  const row = await lockFactor(tx, userId)
  if (!row?.turned_on_at) return fail('second_factor_off')
  const { secret } = openFactor(services.config, userId, row)
  const codes = makeRecoveryCodes()
  await tx
    .updateTable('second_factors')
    .set(sealFactor(services.config, userId, { secret, codes }))
    .where('user_id', '=', userId)
    .execute()
  await tellOfSecondFactor(tx, call, userId, 'renewed')
  return { recovery_codes: shownCodes(codes) }
}
