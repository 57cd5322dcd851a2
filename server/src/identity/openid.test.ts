import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openIdProvider } from './openid.ts'
import { type IdentityProvider, ProviderUnavailable } from './provider.ts'

const now = new Date('2026-06-01T08:00:00.000Z')
const seconds = now.getTime() / 1000
const attempt = { state: 'the state', nonce: 'the nonce', verifier: 'the verifier' }
const clientId = 'galley'

type Answers = Record<string, () => { status?: number; body: unknown }>

let server: Server
let issuer: string
let answers: Answers
let requests: URLSearchParams[]
let own: Awaited<ReturnType<typeof generateKeyPair>>
let provider: IdentityProvider

beforeAll(async () => {
  own = await generateKeyPair('RS256', { extractable: true })
  server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    if (request.method === 'POST') requests.push(new URLSearchParams(Buffer.concat(parts).toString()))
    const { status = 200, body } = answers[request.url ?? '']?.() ?? { status: 404, body: {} }
    if (status === 0) return request.socket.destroy()
    const type = { 'content-type': typeof body === 'string' ? 'text/plain' : 'application/json' }
    response.writeHead(status, status === 302 ? { location: String(body) } : type)
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const describeItself = (more: Record<string, unknown> = {}) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  ...more,
})
const claims: JWTPayload = {
  sub: '42',
  email: 'mia@example.com',
  email_verified: true,
  nonce: attempt.nonce,
  iat: seconds,
  exp: seconds + 3600,
  aud: clientId,
}
const sign = (more: JWTPayload = {}, key = own.privateKey, header: Record<string, string> = {}) => {
  const said = Object.entries({ iss: issuer, ...claims, ...more }).filter(([, value]) => value !== undefined)
  return new SignJWT(Object.fromEntries(said))
    .setProtectedHeader({ alg: 'RS256', kid: 'one', ...header })
    .sign(key)
}

beforeEach(async () => {
  requests = []
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const idToken = await sign()
  answers = {
    '/.well-known/openid-configuration': () => ({ body: describeItself() }),
    '/keys': () => ({ body: { keys: [jwk] } }),
    '/token': () => ({ body: { access_token: 'for APIs', token_type: 'Bearer', id_token: idToken } }),
  }
  provider = openIdProvider({
    issuer,
    clientId,
    secret: () => 'the secret',
    redirectUri: 'https://galley.example/',
    scope: 'openid',
    extra: {},
  })
})

const answerToken = (idToken: unknown) => {
  answers['/token'] = () => ({ body: { access_token: 'for APIs', token_type: 'Bearer', id_token: idToken } })
}
const prove = () => provider.redeemCode('the code', attempt, now)

describe('An ID token', () => {
  it('that is valid identifies the person, after a token call with verifier and secret', async () => {
    expect(await prove()).toEqual({
      kind: 'verified',
      person: {
        issuer,
        subject: '42',
        email: 'mia@example.com',
        isEmailVerified: true,
        hostedDomain: null,
        givenName: null,
        familyName: null,
      },
    })
    expect(Object.fromEntries(requests[0] ?? [])).toEqual({
      grant_type: 'authorization_code',
      code: 'the code',
      redirect_uri: 'https://galley.example/',
      client_id: clientId,
      client_secret: 'the secret',
      code_verifier: attempt.verifier,
    })
  })

  it.each([
    ['the string true', 'true', true],
    ['the string false', 'false', false],
    ['a number', 1, false],
    ['nothing', undefined, false],
  ])(
    'with %s for email_verified is read as that boolean or as false',
    async (_what, email_verified, expected) => {
      answerToken(await sign({ email_verified }))
      expect(await prove()).toMatchObject({ kind: 'verified', person: { isEmailVerified: expected } })
    },
  )

  it.each<[string, JWTPayload]>([
    ['from another issuer', { iss: 'https://accounts.example' }],
    ['for another app', { aud: 'another' }],
    ['for several apps, issued to another', { aud: [clientId, 'another'], azp: 'another' }],
    ['for us alone, but issued to another', { azp: 'another' }],
    ['for several apps, without saying to which it was issued', { aud: [clientId, 'another'] }],
    ['that has expired', { iat: seconds - 7200, exp: seconds - 3600 }],
    ['that becomes valid tomorrow', { nbf: seconds + 86_400 }],
    ['with another nonce', { nonce: 'another' }],
    ['without a nonce', { nonce: undefined }],
    ['without an expiry', { exp: undefined }],
    ['without a subject', { sub: undefined }],
  ])('%s is refused', async (_what, more) => {
    answerToken(await sign(more))
    expect(await prove()).toMatchObject({ kind: 'refused' })
  })

  it('signed with another key is refused', async () => {
    const stranger = await generateKeyPair('RS256')
    answerToken(await sign({}, stranger.privateKey))
    expect(await prove()).toMatchObject({ kind: 'refused' })
    answerToken(await sign({}, stranger.privateKey, { kid: 'unknown' }))
    expect(await prove()).toMatchObject({ kind: 'refused' })
  })

  it('without a signature, or with the public key as the secret, is refused', async () => {
    answerToken(new UnsecuredJWT({ iss: issuer, ...claims }).encode())
    expect(await prove()).toMatchObject({ kind: 'refused' })
    const secret = new TextEncoder().encode(await exportSPKI(own.publicKey))
    const forged = new SignJWT({ iss: issuer, ...claims }).setProtectedHeader({ alg: 'HS256', kid: 'one' })
    answerToken(await forged.sign(secret))
    expect(await prove()).toMatchObject({ kind: 'refused' })
  })

  it.each(['', 'no token', 42, null])('that is not a token (%j) verifies nobody', async text => {
    answerToken(text)
    expect((await prove()).kind).not.toBe('verified')
  })
})

describe('A provider', () => {
  it.each<[string, string, ReturnType<Answers[string]>, 'refused' | 'unavailable']>([
    ['refuses the code', '/token', { status: 400, body: { error: 'invalid_grant' } }, 'refused'],
    ['does not know our client', '/token', { status: 401, body: { error: 'invalid_client' } }, 'unavailable'],
    ['fails at the token call', '/token', { status: 500, body: 'oops' }, 'unavailable'],
    ['drops the connection of the token call', '/token', { status: 0, body: '' }, 'unavailable'],
    ['redirects the token call', '/token', { status: 302, body: 'http://127.0.0.1:9/' }, 'unavailable'],
    ['fails at its keys', '/keys', { status: 500, body: 'oops' }, 'unavailable'],
    ['has no keys', '/keys', { body: { keys: [] } }, 'refused'],
  ])('that %s gives the matching result', async (_what, path, answer, expected) => {
    answers[path] = () => answer
    expect((await prove()).kind).toBe(expected)
  })

  it.each([
    ['another issuer', { issuer: 'https://accounts.example' }],
    ['a token call without TLS', { token_endpoint: 'http://accounts.example/token' }],
    ['keys without TLS', { jwks_uri: 'http://accounts.example/keys' }],
    ['no authorization endpoint', { authorization_endpoint: undefined }],
  ])('whose discovery document names %s is not used', async (_what, more) => {
    answers['/.well-known/openid-configuration'] = () => ({ body: describeItself(more) })
    await expect(provider.authorizationUrl(attempt)).rejects.toThrow(ProviderUnavailable)
    expect((await prove()).kind).toBe('unavailable')
    expect(requests).toEqual([])
  })

  it('is discovered again after a failure, but not after a success', async () => {
    let times = 0
    answers['/.well-known/openid-configuration'] = () => {
      times += 1
      return times === 1 ? { status: 503, body: {} } : { body: describeItself() }
    }
    await expect(provider.authorizationUrl(attempt)).rejects.toThrow(ProviderUnavailable)
    expect(await provider.authorizationUrl(attempt)).toContain(`${issuer}/authorize?`)
    expect(await provider.authorizationUrl(attempt)).toContain('code_challenge_method=S256')
    expect(times).toBe(2)
  })
})
