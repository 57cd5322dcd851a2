import { Secret } from 'otpauth'
import type * as contract from '#domain/accounts/second-factor-contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { SignedInCall } from '#server/platform/http/route.ts'
import { rejectUnconfirmed } from '../providers/identities.ts'
import { emailOf, lockFactor, makeTotp, sealFactor } from './second-factors.ts'

/** Each time a new secret: a picture of an abandoned one opens nothing. */
export const setUpSecondFactor = async (
  _input: Input<typeof contract.setUpSecondFactor>,
  { tx, services: { config }, person: { userId } }: SignedInCall,
): Promise<Answer<typeof contract.setUpSecondFactor>> => {
  const refused = await rejectUnconfirmed(tx, userId)
  if (refused) return refused
  const present = await lockFactor(tx, userId)
  if (present?.turned_on_at) return fail('second_factor_on')
  const secret = new Secret().base32
  const columns = sealFactor(config, userId, { secret, codes: [] })
  await tx
    .insertInto('second_factors')
    .values({ user_id: userId, ...columns })
    .onConflict(clash =>
      clash.column('user_id').doUpdateSet(columns).where('second_factors.turned_on_at', 'is', null),
    )
    .execute()
  return { secret, url: makeTotp(secret, await emailOf(tx, userId)).toString() }
}
