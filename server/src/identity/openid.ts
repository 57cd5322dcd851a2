import * as openid from 'openid-client'
import {
  type IdentityProvider,
  ProviderUnavailable,
  type SignInAttempt,
  type SignInResult,
} from './provider.ts'

/** Our registration at a provider, and what differs between providers. */
export type OpenIdClient = {
  readonly issuer: string
  readonly clientId: string
  readonly secret: (now: Date) => string | Promise<string>
  readonly redirectUri: string
  readonly scope: string
  /** Further parameters of the authorization URL. */
  readonly extra: Readonly<Record<string, string>>
}

/** Providers seldom change their addresses and announce it when they do. */
const DISCOVERY_LIFE_MS = 60 * 60_000
const TIMEOUT_S = 10
/** The provider's clock may differ from ours. */
const TOLERANCE_S = 60

const loopback = ['127.0.0.1', 'localhost', '[::1]']

/** Codes, secrets and keys travel over TLS, except to the sandbox on this machine. */
const isSafe = (address: string | undefined): boolean => {
  if (!address || !URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || loopback.includes(hostname)
}

/** The library insists on https; only an installation whose issuer is configured with http is exempt. */
const isHttp = (issuer: string): boolean => new URL(issuer).protocol === 'http:'

const describe = async ({ issuer, clientId }: OpenIdClient): Promise<openid.ServerMetadata> => {
  try {
    const options = { execute: isHttp(issuer) ? [openid.allowInsecureRequests] : [], timeout: TIMEOUT_S }
    const configuration = await openid.discovery(new URL(issuer), clientId, {}, undefined, options)
    const server = configuration.serverMetadata()
    if ([server.authorization_endpoint, server.token_endpoint, server.jwks_uri].every(isSafe)) return server
  } catch (error) {
    throw new ProviderUnavailable(`${issuer} cannot be discovered: ${reasonOf(error)}`, { cause: error })
  }
  throw new ProviderUnavailable(`${issuer} names an endpoint that is missing or not https`)
}

/** Discovers the provider when it is first needed, and again after an hour or a failure. */
const discoverer = (client: OpenIdClient): (() => Promise<openid.ServerMetadata>) => {
  let kept: { readonly server: Promise<openid.ServerMetadata>; readonly until: number } | null = null
  return () => {
    if (kept && kept.until > performance.now()) return kept.server
    const server = describe(client)
    kept = { server, until: performance.now() + DISCOVERY_LIFE_MS }
    server.catch(() => {
      if (kept?.server === server) kept = null
    })
    return server
  }
}

const configurer = (client: OpenIdClient) => {
  const discovered = discoverer(client)
  return async (metadata: Partial<openid.ClientMetadata> = {}, secret?: openid.ClientAuth) => {
    const configuration = new openid.Configuration(await discovered(), client.clientId, metadata, secret)
    configuration.timeout = TIMEOUT_S
    openid.enableNonRepudiationChecks(configuration)
    if (isHttp(client.issuer)) openid.allowInsecureRequests(configuration)
    return configuration
  }
}

/** A provider that speaks OpenID Connect: code flow, PKCE with S256, ID token checked against its published keys. */
export const openIdProvider = (client: OpenIdClient): IdentityProvider => {
  const configure = configurer(client)
  const redirectUri = new URL(client.redirectUri).href
  return {
    authorizationUrl: async ({ state, nonce, verifier }) => {
      const address = openid.buildAuthorizationUrl(await configure(), {
        redirect_uri: redirectUri,
        scope: client.scope,
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...client.extra,
      })
      return address.href
    },
    redeemCode: async (code, attempt, now) => {
      try {
        const skew = (now.getTime() - Date.now()) / 1000
        const metadata = { [openid.clockSkew]: skew, [openid.clockTolerance]: TOLERANCE_S }
        const configuration = await configure(metadata, openid.ClientSecretPost(await client.secret(now)))
        const claims = await exchange(configuration, redirectUri, { code, attempt })
        if (!claims) return { kind: 'refused', reason: 'there is no ID token' }
        // The library compares it only where a token has several audiences.
        if ((claims.azp ?? client.clientId) !== client.clientId)
          return { kind: 'refused', reason: 'the ID token is for another app' }
        return verified(client.issuer, claims)
      } catch (error) {
        return failureOf(error)
      }
    },
  }
}

const exchange = async (
  configuration: openid.Configuration,
  redirectUri: string,
  { code, attempt: { state, nonce, verifier } }: { readonly code: string; readonly attempt: SignInAttempt },
): Promise<openid.IDToken | undefined> => {
  // The attempt already says which provider this is, so the browser does not have to pass `iss` on.
  const { issuer } = configuration.serverMetadata()
  const returned = new URL(`?${new URLSearchParams({ code, state, iss: issuer })}`, redirectUri)
  const tokens = await openid.authorizationCodeGrant(configuration, returned, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  return tokens.claims()
}

const reasonOf = (error: unknown): string => {
  const { cause, message } = error as Error
  return cause instanceof Error ? `${message} (${cause.message})` : message
}

/** Errors in our own registration: the person cannot fix them by trying again. */
const ours = ['invalid_client', 'unauthorized_client', 'redirect_uri_mismatch']

/** Codes that reject the ID token. With any other code, the provider gave no usable answer. */
const aboutToken = [
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_PARSE_ERROR',
  'OAUTH_UNSUPPORTED_OPERATION',
]

const failureOf = (error: unknown): SignInResult => {
  if (error instanceof openid.ResponseBodyError) {
    const reason = `the token endpoint answered ${error.status} ${error.error.slice(0, 100)}`
    return { kind: ours.includes(error.error) ? 'unavailable' : 'refused', reason }
  }
  if (error instanceof openid.ClientError && aboutToken.includes(error.code ?? ''))
    return { kind: 'refused', reason: reasonOf(error) }
  // `fetch` throws a TypeError when the network fails.
  const isUnavailable = [
    ProviderUnavailable,
    openid.ClientError,
    openid.WWWAuthenticateChallengeError,
    TypeError,
  ].some(kind => error instanceof kind)
  if (isUnavailable) return { kind: 'unavailable', reason: reasonOf(error) }
  throw error
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const verified = (issuer: string, claims: openid.IDToken): SignInResult => ({
  kind: 'verified',
  person: {
    issuer,
    subject: claims.sub,
    email: text(claims.email),
    // Apple has been seen to send it as a string.
    isEmailVerified: claims.email_verified === true || claims.email_verified === 'true',
    hostedDomain: text(claims.hd),
    givenName: text(claims.given_name) ?? text(claims.name),
    familyName: text(claims.family_name),
  },
})
