import { createHmac } from 'node:crypto'
import { parse } from 'node:querystring'
import OAuth from 'oauth-1.0a'

/** The app's key pair and a user's token pair; there is no token yet in the first step of connecting. */
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
  /** A url-encoded form only: JSON and multipart bodies are not signed. */
  readonly form?: Readonly<Record<string, string>>
  /** `oauth_callback`, `oauth_verifier`. */
  readonly extra?: Readonly<Record<string, string>>
  readonly nonce: string
  /** Seconds since 1970. */
  readonly timestamp: number
}

const sha1 = (base: string, key: string): string => createHmac('sha1', key).update(base).digest('base64')

/** The Authorization header of a call. */
export const authorizationOf = (call: SignedCall, credentials: Credentials): string => {
  const { consumerKey: key, consumerSecret: secret, token, tokenSecret = '' } = credentials
  const oauth = new OAuth({ consumer: { key, secret }, signature_method: 'HMAC-SHA1', hash_function: sha1 })
  // Its own nonce comes from Math.random.
  oauth.getNonce = () => call.nonce
  oauth.getTimeStamp = () => call.timestamp
  const { origin, pathname, search } = new URL(call.url)
  // The library would sign a plus sign in a query as a plus sign, not as the space it stands for.
  const data = { ...parse(search.slice(1)), ...call.form, ...call.extra }
  const request = { method: call.method, url: origin + pathname, data }
  return oauth.toHeader(oauth.authorize(request, token ? { key: token, secret: tokenSecret } : undefined))
    .Authorization
}
