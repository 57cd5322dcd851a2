import { createHmac } from 'node:crypto'

export type Parameter = readonly [name: string, value: string]

export type SignedRequest = {
  method: string
  /** The full URL. Its query is ignored: pass it with the parameters. */
  url: string
  /** Query, form body (only when url-encoded) and `oauth_*` without the signature. */
  parameters: readonly Parameter[]
}

/** RFC 3986: everything but letters, digits and `-._~` is encoded. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

export function signatureBase({ method, url, parameters }: SignedRequest): string {
  const { origin, pathname } = new URL(url)
  const sorted = parameters
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? compare(x, y) : compare(a, b)))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return [method.toUpperCase(), percentEncode(origin + pathname), percentEncode(sorted)].join('&')
}

/** By code unit, which is the byte order that the standard requires for encoded text. */
function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** HMAC-SHA1 signature in base64. The token secret is empty before there is a token. */
export function sign(request: SignedRequest, consumerSecret: string, tokenSecret = ''): string {
  const key = `${percentEncode(consumerSecret)}&${percentEncode(tokenSecret)}`
  return createHmac('sha1', key).update(signatureBase(request)).digest('base64')
}

/** Parses `Authorization: OAuth k="v", …`; undefined for other headers. */
export function parseAuthorization(header: string | undefined): Map<string, string> | undefined {
  const list = header?.match(/^OAuth\s+(.*)$/is)?.[1]
  if (list === undefined) return undefined
  const found = new Map<string, string>()
  for (const [, name = '', value = ''] of list.matchAll(/([\w.-]+)="([^"]*)"/g)) {
    try {
      found.set(decodeURIComponent(name), decodeURIComponent(value))
    } catch (error) {
      if (error instanceof URIError) return undefined
      throw error
    }
  }
  return found
}
