import { createHash, createPublicKey } from 'node:crypto'
import { errors, jwtVerify } from 'jose'
import { identityCredentials } from '../platform/app-credentials.ts'
import type { IdentityPerson, ProviderName } from './people.ts'

const loopback = ['localhost', '127.0.0.1', '[::1]']

/** How the two providers differ on the wire. */
export type IdentityProvider = {
  readonly name: ProviderName
  readonly label: string
  readonly clientId: string
  /** The registered return path, on any port of this machine. */
  readonly returnPath: string
  readonly authorizePath: string
  readonly tokenPath: string
  readonly keysPath: string
  /** Whether the result comes back in the URL or in a form that the browser posts. */
  readonly answersBy: 'query' | 'form_post'
  /** The error code if the person cancels. */
  readonly denial: string
  /** The status for wrong client credentials. */
  readonly refusedClientStatus: number
  readonly permissions: readonly string[]
  readonly metadata: Readonly<Record<string, unknown>>
  /** Whether the client secret is right. */
  isClient(secret: string, issuer: string, now: number): Promise<boolean>
  /** The claims of an ID token besides issuer, audience and subject. */
  claims(person: IdentityPerson): Record<string, unknown>
}

export const google: IdentityProvider = {
  name: 'google',
  label: 'Google',
  clientId: identityCredentials.google.client_id,
  returnPath: '/',
  authorizePath: '/o/oauth2/v2/auth',
  tokenPath: '/token',
  keysPath: '/oauth2/v3/certs',
  answersBy: 'query',
  denial: 'access_denied',
  refusedClientStatus: 401,
  permissions: ['See your name and profile picture', 'See your email address'],
  metadata: {
    response_modes_supported: ['query', 'fragment', 'form_post'],
    scopes_supported: ['openid', 'email', 'profile'],
    code_challenge_methods_supported: ['plain', 'S256'],
    authorization_response_iss_parameter_supported: true,
  },
  isClient: async secret => secret === identityCredentials.google.client_secret,
  claims: ({ email, isVerified, givenName, familyName, hostedDomain }) => ({
    email,
    email_verified: isVerified,
    ...(hostedDomain && { hd: hostedDomain }),
    name: `${givenName} ${familyName}`,
    given_name: givenName,
    family_name: familyName,
  }),
}

const appleKey = (): ReturnType<typeof createPublicKey> => {
  const key = Buffer.from(identityCredentials.apple.private_key, 'base64')
  const pem = `-----BEGIN PRIVATE KEY-----\n${key.toString('base64')}\n-----END PRIVATE KEY-----`
  return createPublicKey(pem)
}

/** Six months, Apple's maximum. */
const LONGEST_SECRET_S = 15_777_000

/** Apple accepts only a JWT that the client has signed with its own key. */
async function isAppleClient(secret: string, issuer: string, now: number): Promise<boolean> {
  const { team_id, key_id, client_id } = identityCredentials.apple
  try {
    const { payload, protectedHeader } = await jwtVerify(secret, appleKey(), {
      issuer: team_id,
      subject: client_id,
      audience: issuer,
      algorithms: ['ES256'],
      requiredClaims: ['iat', 'exp'],
      currentDate: new Date(now),
    })
    const life = (payload.exp ?? 0) - (payload.iat ?? 0)
    return protectedHeader.kid === key_id && life <= LONGEST_SECRET_S
  } catch (error) {
    if (error instanceof errors.JOSEError) return false
    throw error
  }
}

export const apple: IdentityProvider = {
  name: 'apple',
  label: 'Apple',
  clientId: identityCredentials.apple.client_id,
  returnPath: '/api/auth/apple/return',
  authorizePath: '/auth/authorize',
  tokenPath: '/auth/token',
  keysPath: '/auth/keys',
  answersBy: 'form_post',
  denial: 'user_cancelled_authorize',
  refusedClientStatus: 400,
  permissions: ['Know your name', 'Know your email address'],
  metadata: {
    response_modes_supported: ['query', 'fragment', 'form_post'],
    scopes_supported: ['openid', 'email', 'name'],
  },
  isClient: isAppleClient,
  // The name is sent once, with the code, and never in a token.
  claims: ({ email, isVerified }) => ({
    email,
    email_verified: isVerified,
    nonce_supported: true,
    ...(email.endsWith('@privaterelay.appleid.com') && { is_private_email: true }),
  }),
}

export const isRegistered = (provider: IdentityProvider, uri: URL): boolean =>
  loopback.includes(uri.hostname) && uri.pathname === provider.returnPath && uri.search === ''

export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url')
