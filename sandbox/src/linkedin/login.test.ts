import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { appCredentials } from '../platform/app-credentials.ts'
import { linkedin, linkedinPost } from '../testing/clients.ts'
import { type DemoAccount, startTestSandbox, type TestSandbox } from '../testing/start.ts'

const dana = '8k9Tq8P41c'
const noah = '3f7Zb2Q90m'
const redirect_uri = 'http://localhost:4100/linkedin/callback'
const everything =
  'openid profile r_basicprofile w_organization_social r_organization_social rw_organization_admin'
const DAY = 86_400_000

let sandbox: TestSandbox
let account: DemoAccount
beforeAll(async () => {
  sandbox = await startTestSandbox()
  account = await sandbox.account('linkedin')
})
afterAll(() => sandbox.stop())

type Json = Record<string, unknown>
const post = (path: string, form: Record<string, string>) =>
  fetch(`${sandbox.url()}/linkedin/oauth/v2/${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
const codeFor = async (person: string, scope = everything) => {
  const { client_id } = appCredentials.linkedin
  const requested = { response_type: 'code', client_id, redirect_uri, scope, state: 's' }
  const answer = await post('authorization', { ...requested, person })
  return new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
}
const askToken = (form: Record<string, string>) =>
  post('accessToken', { ...appCredentials.linkedin, ...form })
const tokenFor = async (person: string, scope = everything) => {
  const form = { grant_type: 'authorization_code', code: await codeFor(person, scope), redirect_uri }
  const token = (await (await askToken(form)).json()) as Json
  sandbox.passTime(200)
  return token
}
const bearer = (token: unknown): DemoAccount => ({ ...account, token: String(token) })
const get = async (token: unknown, path: string) => {
  const answer = await linkedin(sandbox, bearer(token), 'GET', path)
  return { status: answer.status, body: (await answer.json()) as Json }
}

describe('LinkedIn’s login', () => {
  it('exchanges a code for tokens with comma-separated scopes', async () => {
    const token = await tokenFor(dana)
    expect(token).toMatchObject({
      access_token: expect.stringMatching(/^AQX.{300,}$/),
      expires_in: 5_184_000,
      refresh_token: expect.stringMatching(/^AQW/),
      refresh_token_expires_in: 31_536_000,
      scope: everything.replaceAll(' ', ','),
    })
  })

  it('refuses a new token for a moment as if it were revoked', async () => {
    const form = { grant_type: 'authorization_code', code: await codeFor(dana), redirect_uri }
    onTestFinished(sandbox.holdTime())
    const { access_token } = (await (await askToken(form)).json()) as Json
    expect(await get(access_token, '/v2/me')).toMatchObject({
      status: 401,
      body: { code: 'REVOKED_ACCESS_TOKEN' },
    })
    sandbox.passTime(200)
    expect((await get(access_token, '/v2/me')).status).toBe(200)
  })

  it('refuses a code after half an hour', async () => {
    const code = await codeFor(dana)
    sandbox.passTime(31 * 60_000)
    const answer = await askToken({ grant_type: 'authorization_code', code, redirect_uri })
    expect([answer.status, ((await answer.json()) as Json).error]).toEqual([400, 'invalid_request'])
  })

  it('returns the person’s profile through OpenID and through LinkedIn’s own endpoint', async () => {
    const { access_token } = await tokenFor(dana)
    expect((await get(access_token, '/v2/userinfo')).body).toMatchObject({ sub: dana, name: 'Dana Reed' })
    expect((await get(access_token, '/v2/me')).body).toMatchObject({
      id: dana,
      localizedFirstName: 'Dana',
      localizedLastName: 'Reed',
    })
  })

  it('lists the organizations a person administers, in pages, and none for a person without any', async () => {
    const { access_token } = await tokenFor(dana)
    const first = await get(access_token, '/rest/organizationAcls?q=roleAssignee&count=2')
    const second = await get(access_token, '/rest/organizationAcls?q=roleAssignee&count=2&start=2')
    expect(first.body.elements).toHaveLength(2)
    expect(second.body.elements).toMatchObject([{ role: 'ADMINISTRATOR', state: 'APPROVED' }])
    const none = await tokenFor(noah)
    const empty = await get(none.access_token, '/rest/organizationAcls?q=roleAssignee')
    expect(empty).toMatchObject({ status: 200, body: { elements: [] } })
  })

  it('returns several organizations in one batch, each with its own status', async () => {
    const { access_token } = await tokenFor(noah)
    const harbor = account.external_id
    const batch = await get(access_token, `/rest/organizations?ids=List(${harbor},1)`)
    expect(batch.body).toMatchObject({ results: {}, statuses: { [harbor]: 403, 1: 404 } })
    const lookup = await get(access_token, `/rest/organizationsLookup?ids=List(${harbor})`)
    expect(lookup.body).toMatchObject({ results: { [harbor]: { vanityName: 'harborcoffee' } } })
  })

  it('refuses calls without the scope or without a role in the organization', async () => {
    const reading = await tokenFor(dana, 'r_organization_social')
    const body = linkedinPost(account, 'No right to write')
    const refused = await linkedin(sandbox, bearer(reading.access_token), 'POST', '/rest/posts', body)
    expect([refused.status, ((await refused.json()) as Json).message]).toEqual([
      403,
      'Not enough permissions to access: posts.CREATE',
    ])
    const stranger = await tokenFor(noah)
    const other = await linkedin(sandbox, bearer(stranger.access_token), 'POST', '/rest/posts', body)
    expect(other.status).toBe(403)
  })

  it('expires access tokens after 60 days while the refresh token keeps its own expiry', async () => {
    const token = await tokenFor(dana)
    sandbox.passTime(61 * DAY)
    expect(await get(token.access_token, '/v2/me')).toMatchObject({ body: { code: 'EXPIRED_ACCESS_TOKEN' } })
    const form = { grant_type: 'refresh_token', refresh_token: String(token.refresh_token) }
    const renewed = (await (await askToken(form)).json()) as Json
    expect(renewed.refresh_token).toBe(token.refresh_token)
    expect(renewed.refresh_token_expires_in).toBeLessThan(305 * 86_400)
    sandbox.passTime(305 * DAY)
    expect((await askToken(form)).status).toBe(400)
  })

  it('refuses a refresh token used as an access token', async () => {
    const { refresh_token } = await tokenFor(dana)
    expect((await get(refresh_token, '/v2/me')).status).toBe(401)
  })

  it('introspects only the app’s own tokens', async () => {
    const { access_token } = await tokenFor(dana)
    const requested = { ...appCredentials.linkedin, token: String(access_token) }
    expect(await (await post('introspectToken', requested)).json()).toMatchObject({
      active: true,
      auth_type: '3L',
    })
    expect((await post('introspectToken', { ...requested, client_secret: 'x' })).status).toBe(401)
    await post('revoke', requested)
    expect(await (await post('introspectToken', requested)).json()).toMatchObject({
      active: false,
      status: 'revoked',
    })
  })
})
