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
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = config
  const apple = {
    clientId: config.APPLE_CLIENT_ID,
    teamId: config.APPLE_TEAM_ID,
    keyId: config.APPLE_KEY_ID,
    privateKey: config.APPLE_PRIVATE_KEY,
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
