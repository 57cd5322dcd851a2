import { createHash, createPrivateKey } from 'node:crypto'
import { createRemoteJWKSet, jwtVerify, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { identityCredentials } from '../platform/app-credentials.ts'
import { startTestSandbox, type TestSandbox } from '../testing/start.ts'
import { identityPeople, type ProviderName } from './people.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

const verifier = 'a-verifier-that-is-long-enough-for-the-rule-of-43'
const challenge = createHash('sha256').update(verifier).digest('base64url')
const [ada] = identityPeople.google
const [carl] = identityPeople.apple
const returnUris = {
  google: 'http://localhost:4100/',
  apple: 'http://localhost:4100/api/auth/apple/return',
}

type Metadata = { issuer: string; authorization_endpoint: string; token_endpoint: string; jwks_uri: string }
const metadataOf = (name: ProviderName) =>
  sandbox.get<Metadata>(`/identity/${name}/.well-known/openid-configuration`)

const appleSecret = async (more: { kid?: string; life?: number } = {}) => {
  const { team_id, client_id, key_id, private_key } = identityCredentials.apple
  const key = createPrivateKey({ key: Buffer.from(private_key, 'base64'), format: 'der', type: 'pkcs8' })
  const now = Math.floor(sandbox.now() / 1000)
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: more.kid ?? key_id })
    .setIssuer(team_id)
    .setSubject(client_id)
    .setAudience((await metadataOf('apple')).issuer)
    .setIssuedAt(now)
    .setExpirationTime(now + (more.life ?? 300))
    .sign(key)
}

const asking = (name: ProviderName, more: Record<string, string> = {}) => ({
  client_id: identityCredentials[name].client_id,
  redirect_uri: returnUris[name],
  response_type: 'code',
  scope: name === 'google' ? 'openid email profile' : 'name email',
  state: 's',
  nonce: 'n',
  code_challenge: challenge,
  code_challenge_method: 'S256',
  ...(name === 'apple' && { response_mode: 'form_post' }),
  ...more,
})
const authorize = async (name: ProviderName, form: Record<string, string>) =>
  fetch((await metadataOf(name)).authorization_endpoint, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
const codeOf = async (name: ProviderName, more: Record<string, string> = {}) => {
  const person = (name === 'google' ? ada : carl)?.sub ?? ''
  const answer = await authorize(name, { ...asking(name, more), person })
  const location = answer.headers.get('location')
  if (location !== null) return new URL(location).searchParams.get('code') ?? ''
  return /name="code" value="([^"]+)"/.exec(await answer.text())?.[1] ?? ''
}
const exchange = async (name: ProviderName, more: Record<string, string | undefined> = {}) => {
  const secret = name === 'google' ? identityCredentials.google.client_secret : await appleSecret()
  const form = {
    grant_type: 'authorization_code',
    client_id: identityCredentials[name].client_id,
    client_secret: secret,
    redirect_uri: returnUris[name],
    code_verifier: verifier,
    ...more,
  }
  const given = Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const { token_endpoint } = await metadataOf(name)
  const answer = await fetch(token_endpoint, { method: 'POST', body: new URLSearchParams(given) })
  return { status: answer.status, body: (await answer.json()) as { id_token?: string; error?: string } }
}

describe.each(['google', 'apple'] as const)('The sandbox’s %s', name => {
  it('signs the ID token with a key that it publishes', async () => {
    const { status, body } = await exchange(name, { code: await codeOf(name) })
    expect(status).toBe(200)
    const { issuer, jwks_uri } = await metadataOf(name)
    const { payload } = await jwtVerify(body.id_token ?? '', createRemoteJWKSet(new URL(jwks_uri)), {
      issuer,
      audience: identityCredentials[name].client_id,
    })
    expect(payload).toMatchObject({ nonce: 'n', email_verified: true })
  })

  it('exchanges a code only once and within five minutes', async () => {
    const code = await codeOf(name)
    expect((await exchange(name, { code })).status).toBe(200)
    expect(await exchange(name, { code })).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    const late = await codeOf(name)
    sandbox.passTime(301_000)
    expect(await exchange(name, { code: late })).toMatchObject({ body: { error: 'invalid_grant' } })
  })

  it('requires the code verifier exactly when there was a challenge', async () => {
    for (const code_verifier of ['another', undefined])
      expect(await exchange(name, { code: await codeOf(name), code_verifier })).toMatchObject({
        body: { error: 'invalid_grant' },
      })
    const person = (name === 'google' ? ada : carl)?.sub ?? ''
    const { code_challenge, code_challenge_method, ...without } = asking(name)
    const answer = await authorize(name, { ...without, person })
    const code =
      /[?&]code=([^&]+)/.exec(answer.headers.get('location') ?? '')?.[1] ??
      /name="code" value="([^"]+)"/.exec(await answer.text())?.[1] ??
      ''
    expect(await exchange(name, { code: decodeURIComponent(code) })).toMatchObject({
      body: { error: 'invalid_grant' },
    })
  })

  it('refuses a client without the right secret', async () => {
    const code = await codeOf(name)
    expect(await exchange(name, { code, client_secret: 'x' })).toMatchObject({
      body: { error: 'invalid_client' },
    })
    expect((await exchange(name, { code })).status).toBe(200)
  })

  it.each([
    ['another app', { client_id: 'x' }],
    ['an unregistered return path', { redirect_uri: 'http://localhost:4100/elsewhere' }],
    ['a foreign return URL', { redirect_uri: 'https://evil.example/' }],
    ['a plain challenge', { code_challenge_method: 'plain' }],
    ['an implicit token response', { response_type: 'token' }],
  ])('shows an error page for %s', async (_what, more) => {
    const { authorization_endpoint } = await metadataOf(name)
    const url = `${authorization_endpoint}?${new URLSearchParams(asking(name, more as Record<string, string>))}`
    expect((await fetch(url)).status).toBe(400)
  })
})

describe('The sandbox’s Apple', () => {
  it('sends the name only the first time', async () => {
    const person = identityPeople.apple[1]?.sub ?? ''
    const page = async () => (await authorize('apple', { ...asking('apple'), person })).text()
    expect(await page()).toContain('&quot;firstName&quot;:&quot;Hana&quot;')
    expect(await page()).not.toContain('Hana')
  })

  it('refuses a client secret that lives too long or names another key', async () => {
    for (const more of [{ life: 20_000_000 }, { kid: 'other' }]) {
      const client_secret = await appleSecret(more)
      expect(await exchange('apple', { code: await codeOf('apple'), client_secret })).toMatchObject({
        body: { error: 'invalid_client' },
      })
    }
  })
})
