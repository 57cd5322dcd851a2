import { PROVIDER_MINUTES, type Provider, WAITING_MINUTES } from '#domain/accounts/providers.ts'
import { identityProviders } from '#server/identity/configured.ts'
import { ProviderUnavailable } from '#server/identity/provider.ts'
import type { Services } from '#server/platform/http/route.ts'
import { keepBrowserSecret } from '#server/platform/session/browser-cookie.ts'
import { hashSecret, makeSecret } from '#server/platform/session/links.ts'

/** Whose attempt it is: a browser's, to sign in, or a session's, to link. Neither is ever taken for the other. */
type AttemptOwner =
  | { readonly state: string; readonly browser_hash: Buffer }
  | { readonly state: string; readonly session_id: number }

/**
 * Begins an attempt. State, nonce and PKCE verifier stay here, in a row for one use.
 * @returns where the browser goes; null: this installation is not registered there
 */
export const startOauth = async (
  { config, db, log, clock }: Services,
  provider: Provider,
  { state, ...whose }: AttemptOwner,
): Promise<string | 'unavailable' | null> => {
  const identityProvider = identityProviders(config)[provider]
  if (!identityProvider) return null
  const attempt = { state, nonce: makeSecret(), verifier: makeSecret() }
  let url: string
  try {
    url = await identityProvider.authorizationUrl(attempt)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    log.warn({ err: error, provider }, 'a sign-in provider is not available')
    return 'unavailable'
  }
  const now = clock.now()
  // Those given up are in nobody's way, but need not stay.
  await db.deleteFrom('sign_in_attempts').where('expires_at', '<=', now).execute()
  await db
    .insertInto('sign_in_attempts')
    .values({
      ...{ ...whose, state_hash: hashSecret(state), provider },
      ...{ nonce: attempt.nonce, verifier: attempt.verifier },
      expires_at: new Date(now.getTime() + PROVIDER_MINUTES * 60_000),
    })
    .execute()
  return url
}

/** Where the browser goes, and the cookie it takes along. */
type StartedSignIn = { readonly url: string; readonly cookie: string }

/**
 * Begins a sign-in, bound to the browser's own cookie: somebody else's return, however they came by it, means nothing in this browser, and
 * this one's nothing in theirs.
 */
export const startSignIn = async (
  services: Services,
  provider: Provider,
  cookies: string | null,
): Promise<StartedSignIn | 'unavailable' | null> => {
  const { publicUrl } = services.config
  const browser = keepBrowserSecret(publicUrl, cookies, PROVIDER_MINUTES + WAITING_MINUTES)
  const url = await startOauth(services, provider, { state: makeSecret(), browser_hash: browser.hash })
  return url === null || url === 'unavailable' ? url : { url, cookie: browser.header }
}

/**
 * Apple tells the name once, with the browser: it waits beside the attempt until the browser comes to take it up. Unsigned, so it may be
 * anything; it can only name the account that is made by this very attempt.
 */
export const saveToldName = async (
  { db, clock }: Services,
  state: string,
  told: { givenName: string; familyName: string },
): Promise<void> => {
  await db
    .updateTable('sign_in_attempts')
    .set({ given_name: told.givenName.slice(0, 255), family_name: told.familyName.slice(0, 255) })
    .where('state_hash', '=', hashSecret(state))
    .where('provider', '=', 'apple')
    .where('expires_at', '>', clock.now())
    .execute()
}
