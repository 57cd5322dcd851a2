import { createHash } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify } from 'jose'
import { askProvider, discoverer } from './discovery.ts'
import { type Attempt, type IdentityProvider, type Proof, ProviderUnavailable } from './provider.ts'

/** Who we are to a provider, and what differs between providers. */
export type OpenIdClient = {
  readonly issuer: string
  readonly clientId: string
  readonly secret: (now: Date) => string | Promise<string>
  readonly redirectUri: string
  readonly scope: string
  /** Further parameters of the address that the browser goes to. */
  readonly extra: Readonly<Record<string, string>>
}

/** Asymmetric ones only: with `none` or a shared secret anybody could be the provider. */
const ALGORITHMS = ['RS256', 'ES256']
/** Clocks differ. */
const TOLERANCE_S = 60

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

/** A provider that speaks OpenID Connect: code flow, PKCE with S256, ID token checked against its published keys. */
export const openIdProvider = (client: OpenIdClient): IdentityProvider => {
  const discovered = discoverer(client.issuer)
  return {
    authorizationUrl: async ({ state, nonce, verifier }) => {
      const address = new URL((await discovered()).authorizationUrl)
      const parameters = {
        response_type: 'code',
        client_id: client.clientId,
        redirect_uri: client.redirectUri,
        scope: client.scope,
        state,
        nonce,
        code_challenge: challengeOf(verifier),
        code_challenge_method: 'S256',
        ...client.extra,
      }
      for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
      return address.href
    },
    prove: async (code, attempt, now) => {
      try {
        const { tokenUrl, keys } = await discovered()
        const token = await exchange(client, tokenUrl, { code, attempt, now })
        return 'kind' in token ? token : await readToken(client, token.idToken, { keys, attempt, now })
      } catch (error) {
        if (error instanceof ProviderUnavailable) return { kind: 'unavailable', reason: error.message }
        throw error
      }
    },
  }
}

const exchange = async (
  client: OpenIdClient,
  tokenUrl: string,
  { code, attempt, now }: { code: string; attempt: Attempt; now: Date },
): Promise<Proof | { idToken: string }> => {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: client.redirectUri,
    client_id: client.clientId,
    client_secret: await client.secret(now),
    code_verifier: attempt.verifier,
  })
  const { status, json } = await askProvider(tokenUrl, { method: 'POST', body })
  const answer = (json ?? {}) as { id_token?: unknown; error?: unknown }
  if (status === 200 && typeof answer.id_token === 'string') return { idToken: answer.id_token }
  const error = typeof answer.error === 'string' ? answer.error.slice(0, 100) : ''
  const reason = `the token call answered ${status} ${error}`.trim()
  // Our own registration is wrong: nothing that the person could put right by trying again.
  const isOurs = ['invalid_client', 'unauthorized_client', 'redirect_uri_mismatch'].includes(error)
  return { kind: status >= 400 && status < 500 && !isOurs ? 'refused' : 'unavailable', reason }
}

type Checked = Parameters<typeof jwtVerify>[1]

/** The key set could not be had; everything else that the library throws is about the token. */
const isAway = (error: unknown): boolean =>
  !(error instanceof errors.JOSEError) ||
  ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'].includes(error.code)

const readToken = async (
  client: OpenIdClient,
  idToken: string,
  { keys, attempt, now }: { keys: Checked; attempt: Attempt; now: Date },
): Promise<Proof> => {
  try {
    const { payload } = await jwtVerify(idToken, keys, {
      issuer: client.issuer,
      audience: client.clientId,
      algorithms: ALGORITHMS,
      currentDate: now,
      clockTolerance: TOLERANCE_S,
      requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
    })
    if (payload.nonce !== attempt.nonce) return { kind: 'refused', reason: 'the nonce is not ours' }
    // Made for somebody else, with us among the readers (OpenID Connect Core 3.1.3.7).
    const isForUs = (payload.azp ?? client.clientId) === client.clientId
    return isForUs ? proven(client, payload) : { kind: 'refused', reason: 'the token was made for another' }
  } catch (error) {
    if (isAway(error)) throw new ProviderUnavailable('the key set cannot be read', { cause: error })
    return { kind: 'refused', reason: `the ID token is not right: ${(error as Error).message}` }
  }
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const proven = ({ issuer }: OpenIdClient, claims: JWTPayload): Proof => ({
  kind: 'proven',
  person: {
    issuer,
    subject: claims.sub ?? '',
    email: text(claims.email),
    // Apple has sent it as a text.
    isEmailVerified: claims.email_verified === true || claims.email_verified === 'true',
    hostedDomain: text(claims.hd),
    givenName: text(claims.given_name) ?? text(claims.name),
    familyName: text(claims.family_name),
  },
})
