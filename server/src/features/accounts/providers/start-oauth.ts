import { PROVIDER_MINUTES, type Provider, WAITING_MINUTES } from '#domain/accounts/providers.ts'
import { identityProviders } from '#server/identity/configured.ts'
import { ProviderUnavailable } from '#server/identity/provider.ts'
import type { Services } from '#server/platform/http/route.ts'
import { keepBrowserSecret } from '#server/platform/session/browser-cookie.ts'
import { hashSecret, makeSecret } from '#server/platform/session/links.ts'

/** Whose attempt it is: a browser's, to sign in, or a session's, to link. The two are never confused. */
type AttemptOwner =
  | { readonly state: string; readonly browser_hash: Buffer }
  | { readonly state: string; readonly session_id: number }

/**
 * Starts an attempt. State, nonce and PKCE verifier are stored in a row that is used once.
 * @returns where the browser goes; null if this installation is not registered there
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
  // Abandoned attempts do no harm, but need not stay.
  await db.deleteFrom('sign_in_attempts').where('expires_at', '<=', now).execute()
  await db
    .insertInto('sign_in_attempts')
    .values({
      ...whose,
      state_hash: hashSecret(state),
      provider,
      nonce: attempt.nonce,
      verifier: attempt.verifier,
      expires_at: new Date(now.getTime() + PROVIDER_MINUTES * 60_000),
    })
    .execute()
  return url
}

/** Where the browser goes, and the cookie it gets. */
type StartedSignIn = { readonly url: string; readonly cookie: string }

/**
 * Starts a sign-in that is bound to the browser's own cookie: another person's callback, however it was obtained, is worthless in this
 * browser, and this one's in theirs.
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
 * Apple sends the name once, through the browser, so it is kept beside the attempt until the browser returns. It is unsigned and may
 * be anything; it can only name the account that this very attempt creates.
 */
export const saveProviderName = async (
  { db, clock }: Services,
  state: string,
  name: { givenName: string; familyName: string },
): Promise<void> => {
  await db
    .updateTable('sign_in_attempts')
    .set({ given_name: name.givenName.slice(0, 255), family_name: name.familyName.slice(0, 255) })
    .where('state_hash', '=', hashSecret(state))
    .where('provider', '=', 'apple')
    .where('expires_at', '>', clock.now())
    .execute()
}
