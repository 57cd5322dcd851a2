import { createPublicKey, verify } from 'node:crypto'
import { parseJson } from '#domain/kernel/json.ts'

/** RFC 8292: a token may be good for a day. */
const LONGEST_SECONDS = 86_400

type Expected = { readonly origin: string; readonly publicKey: string; readonly now: number }

/** What is wrong with the `Authorization` header of a message (RFC 8292), or null. `now` in milliseconds. */
export function vapidProblem(header: string, { origin, publicKey, now }: Expected): string | null {
  const [, token, key] = /^vapid t=([\w-]+\.[\w-]+\.[\w-]+), ?k=([\w-]+)$/.exec(header) ?? []
  if (!token || !key) return 'no VAPID credentials'
  if (key !== publicKey) return 'the key is not the one that the browser subscribed with'
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const signer = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: signer, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) return 'the signature is wrong'
  const { aud, exp, sub } = parseJson(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
  if (aud !== origin) return 'the audience is another push service'
  if (typeof exp !== 'number' || exp * 1000 < now) return 'the token has expired'
  if (exp * 1000 > now + LONGEST_SECONDS * 1000) return 'the token is good for more than a day'
  if (typeof sub !== 'string' || !/^(https:|mailto:)./.test(sub)) return 'no contact'
  return null
}
