import type * as contract from '#domain/accounts/second-factor-contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'

export const getSecondFactor = async (
  _input: Input<typeof contract.getSecondFactor>,
  { db, person }: SignedInPoolCall,
): Promise<Answer<typeof contract.getSecondFactor>> => {
  const { turned_on_at, codes_left, password_hash } = await db
    .selectFrom('users')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select(['turned_on_at', 'codes_left', 'password_hash'])
    .where('users.id', '=', person.userId)
    .executeTakeFirstOrThrow()
  return {
    turned_on_at: turned_on_at?.toISOString() ?? null,
    recovery_codes_left: turned_on_at ? (codes_left ?? 0) : 0,
    has_password: password_hash !== null,
  }
}
