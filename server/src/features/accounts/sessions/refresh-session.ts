import type * as contract from '#domain/accounts/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { auditAccount, ownAccount } from '#server/platform/audit/accounts.ts'
import type { PoolCall } from '#server/platform/http/route.ts'
import { rotateToken } from '#server/platform/session/tokens.ts'

/** A session that ends because its old token was used again is logged for the agency: the token may have been stolen. */
const rotate = async (used: string, { services, now, ...from }: PoolCall) =>
  services.db.transaction().execute(async tx => {
    const rotated = await rotateToken(tx, used, now, from)
    if (rotated === null || rotated === 'blocked' || 'token' in rotated) return rotated
    const account = ownAccount(rotated.doubted, { address: from.address, now })
    await auditAccount(tx, account, { action: 'account.session_doubted', old: { sessions: 1 } })
    return null
  })

export const refreshSession = async (
  _input: Input<typeof contract.refreshSession>,
  call: PoolCall,
): Promise<Answer<typeof contract.refreshSession>> => {
  const renewed = call.token === null ? null : await rotate(call.token, call)
  if (renewed === 'blocked') return fail('account_blocked')
  return renewed ?? fail('unauthenticated')
}
