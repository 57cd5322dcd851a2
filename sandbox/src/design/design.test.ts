import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { canvaCredentials } from '../platform/app-credentials.ts'
import { startTestSandbox, type TestSandbox } from '../testing/start.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

const { client_id, client_secret } = canvaCredentials
const basic = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`
const verifier = 'a'.repeat(64)
const callback = 'http://127.0.0.1:4500/canva/callback'
const requested = {
  client_id,
  redirect_uri: callback,
  response_type: 'code',
  scope: 'design:content:read design:content:write design:meta:read',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
  state: 'the state',
}
const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${sandbox.url()}/canva${path}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
const askForCode = async () => {
  const answer = await post('/api/oauth/authorize', { ...requested, person: 'auDAbliZ2rQNNOsUl5OLu' })
  return new URL(answer.headers.get('location') ?? '').searchParams
}
const exchange = (code: string, more: Record<string, string> = {}) =>
  post(
    '/rest/v1/oauth/token',
    { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: callback, ...more },
    { authorization: basic },
  )
type Tokens = { access_token: string; refresh_token: string; expires_in: number }
const logIn = async () => (await (await exchange((await askForCode()).get('code') ?? '')).json()) as Tokens
const call = (token: string, method: string, path: string, body?: object) =>
  fetch(`${sandbox.url()}/canva/rest/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
type DesignAnswer = { design: { id: string; urls: { edit_url: string } } }
const create = async (token: string, width: number, height: number) => {
  const body = { type: 'type_and_asset', design_type: { type: 'custom', width, height }, title: 'Poster' }
  const answer = await call(token, 'POST', '/designs', body)
  return ((await answer.json()) as DesignAnswer).design
}

describe('The login of the design tool', () => {
  it('sends the state and a code, which works once and only with its verifier', async () => {
    const query = await askForCode()
    expect(query.get('state')).toBe('the state')
    const code = query.get('code') ?? ''
    expect((await exchange(code, { code_verifier: 'b'.repeat(64) })).status).toBe(400)
    expect((await exchange(code)).status).toBe(400)
    expect((await exchange((await askForCode()).get('code') ?? '')).status).toBe(200)
  })

  it('needs PKCE, the secret and a registered address', async () => {
    const page = (query: Record<string, string>) =>
      fetch(`${sandbox.url()}/canva/api/oauth/authorize?${new URLSearchParams({ ...requested, ...query })}`)
    expect((await page({})).status).toBe(200)
    expect((await page({ code_challenge: '' })).status).toBe(400)
    expect((await page({ redirect_uri: 'https://elsewhere.example/canva/callback' })).status).toBe(400)
    const answer = await post('/rest/v1/oauth/token', { grant_type: 'refresh_token', refresh_token: 'x' })
    expect(answer.status).toBe(401)
  })

  it('replaces a refresh token with each use, and ends the login when one is used again', async () => {
    const { refresh_token, access_token } = await logIn()
    const renew = (token: string) =>
      post(
        '/rest/v1/oauth/token',
        { grant_type: 'refresh_token', refresh_token: token },
        { authorization: basic },
      )
    const next = (await (await renew(refresh_token)).json()) as Tokens
    expect((await call(next.access_token, 'GET', '/designs/none')).status).toBe(404)
    expect((await renew(refresh_token)).status).toBe(400)
    expect((await call(next.access_token, 'GET', '/designs/none')).status).toBe(401)
    expect((await call(access_token, 'GET', '/designs/none')).status).toBe(401)
  })

  it('ends the access after four hours', async () => {
    const { access_token, expires_in } = await logIn()
    expect((await call(access_token, 'GET', '/designs/none')).status).toBe(404)
    sandbox.passTime(expires_in * 1000)
    expect((await call(access_token, 'GET', '/designs/none')).status).toBe(401)
  })
})

describe('A design', () => {
  it.each([
    [1080, 1920],
    [40, 8000],
    [1042, 512],
  ])('of %d by %d is exported as a PNG of that size', async (width, height) => {
    onTestFinished(sandbox.holdTime())
    const { access_token } = await logIn()
    const { id } = await create(access_token, width, height)
    const started = await call(access_token, 'POST', '/exports', { design_id: id, format: { type: 'png' } })
    const { job } = (await started.json()) as { job: { id: string; status: string } }
    expect(job.status).toBe('in_progress')
    sandbox.passTime(1000)
    const done = (await (await call(access_token, 'GET', `/exports/${job.id}`)).json()) as {
      job: { urls: string[] }
    }
    const picture = Buffer.from(await (await fetch(done.job.urls[0] ?? '')).arrayBuffer())
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width, height })
  })

  it('looks different after it was edited, escapes its texts, and can be left only for an app', async () => {
    const { access_token } = await logIn()
    const { id, urls } = await create(access_token, 400, 400)
    const look = async () =>
      Buffer.from(await (await fetch(`${sandbox.url()}/canva/design/${id}/picture`)).arrayBuffer())
    const blank = await look()
    const text = '<b>Sale & "more"</b>'
    const edit = { template: 'frame', text, small_text: '', background: '#ffffff', colour: '#000000' }
    const sent = await fetch(urls.edit_url, {
      method: 'POST',
      body: new URLSearchParams({ ...edit, next: 'stay' }),
    })
    const page = await sent.text()
    expect(page).toContain('&lt;b&gt;Sale &amp; &quot;more&quot;&lt;/b&gt;')
    expect(page).not.toContain('Return to Galley')
    expect((await look()).equals(blank)).toBe(false)
    const forApp = await (await fetch(`${urls.edit_url}?correlation_state=abc`)).text()
    expect(forApp).toContain('Return to Galley')
  })

  it('is nobody else’s, and has a largest size', async () => {
    const { access_token } = await logIn()
    const body = { design_type: { type: 'custom', width: 5001, height: 5000 }, title: 'Too large' }
    expect((await call(access_token, 'POST', '/designs', body)).status).toBe(400)
    const { id } = await create(access_token, 100, 100)
    const other = await post('/api/oauth/authorize', { ...requested, person: 'auDCmo7QxWm3bkZt0VfYe' })
    const code = new URL(other.headers.get('location') ?? '').searchParams.get('code') ?? ''
    const noah = (await (await exchange(code)).json()) as Tokens
    expect((await call(noah.access_token, 'GET', `/designs/${id}`)).status).toBe(404)
  })
})
