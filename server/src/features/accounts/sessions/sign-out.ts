import type * as contract from '#domain/accounts/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { SignedInCall } from '#server/platform/http/route.ts'
import { endSession } from '#server/platform/session/end-sessions.ts'
import { clearedMediaCookie } from '#server/platform/session/media-cookie.ts'

export const signOut = async (
  _input: Input<typeof contract.signOut>,
  { tx, person, now, services, setCookie }: SignedInCall,
): Promise<Answer<typeof contract.signOut>> => {
  await endSession(tx, person.sessionId, now)
  setCookie(clearedMediaCookie(services.config))
  return {}
}
