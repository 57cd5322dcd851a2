import type * as contract from '#domain/accounts/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'
import { mediaCookie } from '#server/platform/session/media-cookie.ts'
import { readMe } from './me.ts'

/** Every page asks this first, so its answer brings the cookie by which pictures can be read (docs/product/media.md "Who may read a file"). */
export const getMe = async (
  _input: Input<typeof contract.getMe>,
  { db, person, services, setCookie }: SignedInPoolCall,
): Promise<Answer<typeof contract.getMe>> => {
  setCookie(mediaCookie(services.config, person.sessionId))
  return readMe(db, person, services)
}
