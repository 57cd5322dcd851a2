import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { ProviderUnavailable } from './provider.ts'

/** Providers change their addresses seldom and announce it; their keys are looked at more often, by the library. */
const KEEP_MS = 60 * 60_000
const TIMEOUT_MS = 10_000

const loopback = ['127.0.0.1', 'localhost', '[::1]']

/** Codes, secrets and keys go over TLS, but for the sandbox on this machine. */
const safeUrl = z.url().refine(text => {
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || loopback.includes(hostname)
}, 'not https')

const metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: safeUrl,
  token_endpoint: safeUrl,
  jwks_uri: safeUrl,
})

export type Discovered = {
  readonly authorizationUrl: string
  readonly tokenUrl: string
  readonly keys: JWTVerifyGetKey
}

/** A request to a provider that follows no redirect. @throws ProviderUnavailable when no whole answer comes in time */
export const askProvider = async (
  url: string,
  init: { method?: 'POST'; body?: URLSearchParams } = {},
): Promise<{ status: number; json: unknown }> => {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const answer = await fetch(url, {
      ...init,
      signal,
      redirect: 'error',
      headers: { accept: 'application/json' },
    })
    const text = await answer.text()
    return { status: answer.status, json: parse(text) }
  } catch (error) {
    throw new ProviderUnavailable(`${new URL(url).host} does not answer`, { cause: error })
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Its own name must be the one we asked under: a document that speaks for another issuer is somebody else's (OpenID Discovery 4.3). */
const discover = async (issuer: string): Promise<Discovered> => {
  const { status, json } = await askProvider(`${issuer}/.well-known/openid-configuration`)
  const read = metadata.safeParse(json)
  if (status !== 200 || !read.success || read.data.issuer !== issuer)
    throw new ProviderUnavailable(`${issuer} does not describe itself as it should (status ${status})`)
  const { authorization_endpoint, token_endpoint, jwks_uri } = read.data
  return {
    authorizationUrl: authorization_endpoint,
    tokenUrl: token_endpoint,
    keys: createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: TIMEOUT_MS }),
  }
}

/** The provider's description, asked for when first needed, and again after an hour or a failure. */
export const discoverer = (issuer: string): (() => Promise<Discovered>) => {
  let kept: { found: Promise<Discovered>; until: number } | null = null
  return () => {
    if (kept && kept.until > performance.now()) return kept.found
    const found = discover(issuer)
    kept = { found, until: performance.now() + KEEP_MS }
    found.catch(() => {
      if (kept?.found === found) kept = null
    })
    return found
  }
}
