import type { endOneSession, endOtherSessions } from '#domain/accounts/sessions/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { SignedInCall } from '#server/platform/http/route.ts'
import { endSession, endSessionsOf } from '#server/platform/session/ending.ts'

export const endSessionById = async (
  { params }: Input<typeof endOneSession>,
  { tx, person, now }: SignedInCall,
): Promise<Answer<typeof endOneSession>> => {
  const own = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', params.sessionId)
    .where('user_id', '=', person.userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!own) return fail('not_found')
  await endSession(tx, own.id, now)
  return {}
}

export const endSessionsElsewhere = async (
  _input: Input<typeof endOtherSessions>,
  { tx, person, now }: SignedInCall,
): Promise<Answer<typeof endOtherSessions>> => {
  await endSessionsOf(tx, person.userId, { now, except: person.sessionId })
  return {}
}
