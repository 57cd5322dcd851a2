import type * as contract from '#domain/accounts/second-factor-contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { SignedInCall } from '#server/platform/http/route.ts'
import { lockFactor } from './second-factors.ts'
import { tellOfSecondFactor } from './tell-of-second-factor.ts'

export const turnOffSecondFactor = async (
  _input: Input<typeof contract.turnOffSecondFactor>,
  call: SignedInCall,
): Promise<Answer<typeof contract.turnOffSecondFactor>> => {
  const { tx, person } = call
  const row = await lockFactor(tx, person.userId)
  if (!row?.turned_on_at) return fail('second_factor_off')
  await tx.deleteFrom('second_factors').where('user_id', '=', person.userId).execute()
  await tellOfSecondFactor(tx, call, person.userId, 'off')
  return {}
}
