import { type OpenIdClient, openIdProvider } from './openid.ts'
import type { IdentityProvider } from './provider.ts'

export type GoogleSettings = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** Google redirects back to the login page itself (docs/product/accounts.md "Google and Apple"). */
export const googleRedirectUri = (publicUrl: string): string => `${publicUrl}/`

export const googleProvider = (settings: GoogleSettings, publicUrl: string): IdentityProvider =>
  openIdProvider({
    issuer: settings.issuer,
    clientId: settings.clientId,
    secret: () => settings.clientSecret,
    redirectUri: googleRedirectUri(publicUrl),
    scope: 'openid email profile',
    // On a shared computer, Google asks which account to use.
    extra: { prompt: 'select_account' },
  } satisfies OpenIdClient)
