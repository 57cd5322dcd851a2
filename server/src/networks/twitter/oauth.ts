import { createHmac } from 'node:crypto'

/** The two secrets and two names of OAuth 1.0a. Without a token: the first step of connecting an account. */
export type Credentials = {
  readonly consumerKey: string
  readonly consumerSecret: string
  readonly token?: string
  readonly tokenSecret?: string
}

export type SignedCall = {
  readonly method: string
  /** With its query, if it has one. */
  readonly url: string
  /** Of a url-encoded form only: JSON and multipart bodies are not signed. */
  readonly form?: Readonly<Record<string, string>>
  /** `oauth_callback`, `oauth_verifier`. */
  readonly extra?: Readonly<Record<string, string>>
  readonly nonce: string
  /** Seconds since 1970. */
  readonly timestamp: number
}

/** Percent-encoding by RFC 3986, which leaves only letters, digits and `-._~`. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!*'()]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Both encoded and sorted by name, then value. */
const parameterString = (pairs: readonly (readonly [string, string])[]): string =>
  pairs
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => byCodeUnit(a, b) || byCodeUnit(x, y))
    .map(pair => pair.join('='))
    .join('&')

const oauthParameters = (call: SignedCall, { consumerKey, token }: Credentials): Record<string, string> => ({
  ...call.extra,
  oauth_consumer_key: consumerKey,
  oauth_nonce: call.nonce,
  oauth_signature_method: 'HMAC-SHA1',
  oauth_timestamp: String(call.timestamp),
  oauth_version: '1.0',
  ...(token ? { oauth_token: token } : {}),
})

/** The signature of a call, base64 (networks.md 6.1 "Signature"). */
export const signatureOf = (call: SignedCall, credentials: Credentials): string => {
  const { origin, pathname, searchParams } = new URL(call.url)
  const pairs = [
    ...searchParams,
    ...Object.entries(call.form ?? {}),
    ...Object.entries(oauthParameters(call, credentials)),
  ]
  const base = [call.method.toUpperCase(), encode(origin + pathname), encode(parameterString(pairs))].join(
    '&',
  )
  const key = `${encode(credentials.consumerSecret)}&${encode(credentials.tokenSecret ?? '')}`
  return createHmac('sha1', key).update(base).digest('base64')
}

/** The Authorization header of a call. */
export const authorizationOf = (call: SignedCall, credentials: Credentials): string => {
  const parameters = {
    ...oauthParameters(call, credentials),
    oauth_signature: signatureOf(call, credentials),
  }
  const list = Object.entries(parameters).map(([name, value]) => `${encode(name)}="${encode(value)}"`)
  return `OAuth ${list.join(', ')}`
}
