import { identityCredentials } from '#sandbox/platform/app-credentials.ts'
import type { Config } from '#server/config.ts'
import type { AppleSettings } from './apple.ts'
import type { GoogleSettings } from './google.ts'

/** This installation's registration at each provider. Null: not registered, so no button is shown. */
export type IdentitySettings = {
  readonly google: GoogleSettings | null
  readonly apple: AppleSettings | null
}

/** The real providers in production, otherwise the sandbox's. A variable overrides either. */
export const identitySettings = (config: Config): IdentitySettings => {
  const isReal = config.NODE_ENV === 'production'
  const issuer = (variable: string | undefined, real: string, folder: string) =>
    (variable ?? (isReal ? real : `${config.sandboxUrl}/identity/${folder}`)).replace(/\/$/, '')
  const known = config.sandbox && !isReal ? identityCredentials : null
  const clientId = config.GOOGLE_CLIENT_ID ?? known?.google.client_id
  const clientSecret = config.GOOGLE_CLIENT_SECRET ?? known?.google.client_secret
  const apple = {
    clientId: config.APPLE_CLIENT_ID ?? known?.apple.client_id,
    teamId: config.APPLE_TEAM_ID ?? known?.apple.team_id,
    keyId: config.APPLE_KEY_ID ?? known?.apple.key_id,
    privateKey: config.APPLE_PRIVATE_KEY ?? known?.apple.private_key,
  }
  return {
    google:
      clientId && clientSecret
        ? {
            issuer: issuer(config.GOOGLE_ISSUER, 'https://accounts.google.com', 'google'),
            clientId,
            clientSecret,
          }
        : null,
    apple: isComplete(apple)
      ? { issuer: issuer(config.APPLE_ISSUER, 'https://appleid.apple.com', 'apple'), ...apple }
      : null,
  }
}

type Complete<T> = { readonly [K in keyof T]: string }
const isComplete = <T extends Record<string, string | undefined>>(parts: T): parts is T & Complete<T> =>
  Object.values(parts).every(part => part !== undefined && part !== '')
