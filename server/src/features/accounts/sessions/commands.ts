import type { endOneSession, endOtherSessions } from '#domain/accounts/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { auditAccount, ownAccount } from '#server/platform/audit/accounts.ts'
import type { SignedInCall } from '#server/platform/http/route.ts'
import { endSession, endSessionsOf } from '#server/platform/session/end-sessions.ts'

export const endSessionById = async (
  { params }: Input<typeof endOneSession>,
  call: SignedInCall,
): Promise<Answer<typeof endOneSession>> => {
  const { tx, person, now } = call
  const own = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', params.sessionId)
    .where('user_id', '=', person.userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!own) return fail('not_found')
  await endSession(tx, own.id, now)
  await auditAccount(tx, ownAccount(person.userId, call), {
    action: 'account.sessions_ended',
    old: { sessions: 1 },
  })
  return {}
}

export const endSessionsElsewhere = async (
  _input: Input<typeof endOtherSessions>,
  call: SignedInCall,
): Promise<Answer<typeof endOtherSessions>> => {
  const { tx, person, now } = call
  const sessions = await endSessionsOf(tx, person.userId, { now, except: person.sessionId })
  if (sessions > 0)
    await auditAccount(tx, ownAccount(person.userId, call), {
      action: 'account.sessions_ended',
      old: { sessions },
    })
  return {}
}
