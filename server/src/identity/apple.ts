import { SignJWT } from 'jose'
import { openIdProvider } from './openid.ts'
import { readPrivateKey } from './private-key.ts'
import type { IdentityProvider } from './provider.ts'

export type AppleSettings = {
  readonly issuer: string
  /** The Services ID. */
  readonly clientId: string
  readonly teamId: string
  readonly keyId: string
  readonly privateKey: string
}

/** Apple posts the name and the code as a form, to the server (`response_mode=form_post`). */
export const appleRedirectUri = (publicUrl: string): string => `${publicUrl}/api/auth/apple/return`

/** Apple allows up to half a year. A new one is made for each call, so five minutes are enough. */
const SECRET_LIFE_S = 300

export const appleProvider = (settings: AppleSettings, publicUrl: string): IdentityProvider => {
  const key = readPrivateKey(settings.privateKey)
  if (!key) throw new Error('APPLE_PRIVATE_KEY is not an EC private key')
  const { issuer, clientId, teamId, keyId } = settings
  return openIdProvider({
    issuer,
    clientId,
    secret: now => {
      const seconds = Math.floor(now.getTime() / 1000)
      return new SignJWT()
        .setProtectedHeader({ alg: 'ES256', kid: keyId })
        .setIssuer(teamId)
        .setSubject(clientId)
        .setAudience(issuer)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + SECRET_LIFE_S)
        .sign(key)
    },
    redirectUri: appleRedirectUri(publicUrl),
    scope: 'name email',
    extra: { response_mode: 'form_post' },
  })
}
