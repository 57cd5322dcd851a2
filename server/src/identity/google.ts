import { type OpenIdClient, openIdProvider } from './openid.ts'
import type { IdentityProvider } from './provider.ts'

export type GoogleSettings = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** Google comes back to the login page itself (document 1 section 2 "Google return"). */
export const googleRedirectUri = (publicUrl: string): string => `${publicUrl}/`

export const googleProvider = (settings: GoogleSettings, publicUrl: string): IdentityProvider =>
  openIdProvider({
    issuer: settings.issuer,
    clientId: settings.clientId,
    secret: () => settings.clientSecret,
    redirectUri: googleRedirectUri(publicUrl),
    scope: 'openid email profile',
    // Whoever shares a computer is asked which of them they are.
    extra: { prompt: 'select_account' },
  } satisfies OpenIdClient)
