import type * as contract from '#domain/accounts/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { auditAccount, ownAccount } from '#server/platform/audit/accounts.ts'
import type { SignedInCall } from '#server/platform/http/route.ts'
import * as sessions from '#server/platform/session/end-sessions.ts'

export const endSession = async (
  { params }: Input<typeof contract.endSession>,
  call: SignedInCall,
): Promise<Answer<typeof contract.endSession>> => {
  const { tx, person, now } = call
  const own = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', params.sessionId)
    .where('user_id', '=', person.userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!own) return fail('not_found')
  await sessions.endSession(tx, own.id, now)
  await auditAccount(tx, ownAccount(person.userId, call), {
    action: 'account.sessions_ended',
    old: { sessions: 1 },
  })
  return {}
}
