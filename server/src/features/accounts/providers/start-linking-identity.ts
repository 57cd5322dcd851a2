import type * as contract from '#domain/accounts/contract.ts'
import { providerNames } from '#domain/accounts/providers.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'
import { makeSecret } from '#server/platform/session/links.ts'
import { rejectUnconfirmed } from './identities.ts'
import { startOauth } from './start-oauth.ts'

/** The web app recognizes the callback by its state, even if the tab that started it is gone. */
export const startLinkingIdentity = async (
  { body: { provider } }: Input<typeof contract.startLinkingIdentity>,
  { services, person }: SignedInPoolCall,
): Promise<Answer<typeof contract.startLinkingIdentity>> => {
  const unconfirmed = await rejectUnconfirmed(services.db, person.userId)
  if (unconfirmed) return unconfirmed
  const url = await startOauth(services, provider, {
    state: `link-${makeSecret()}`,
    session_id: person.sessionId,
  })
  if (url === null) return fail('not_found')
  return url === 'unavailable'
    ? fail('provider_unavailable', { values: { provider: providerNames[provider] } })
    : { url }
}
