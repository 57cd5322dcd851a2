import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appCredentials } from '../platform/app-credentials.ts'
import { startTestSandbox, type TestSandbox } from '../testing/start.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

const { app_id: appId, app_secret: appSecret } = appCredentials.facebook
const dana = '10158273645091827'
const noah = '10159384756102938'
const scope = 'pages_show_list,pages_manage_posts,instagram_basic'
const origin = 'http://localhost:4500'

type Json = Record<string, unknown>
const get = async (path: string, params: Record<string, string> = {}) => {
  const response = await fetch(`${sandbox.url()}/graph/v25.0/${path}?${new URLSearchParams(params)}`)
  return { status: response.status, body: (await response.json()) as Json }
}
const answerDialog = (params: Record<string, string>) =>
  fetch(`${sandbox.url()}/graph/v25.0/dialog/oauth`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ client_id: appId, scope, ...params }),
  })

/** What the dialog posts to the page that opened it. */
const handedOver = async (params: Record<string, string>) => {
  const page = await (await answerDialog({ origin, return_scopes: 'true', ...params })).text()
  const json = page.match(/id="answer">(.*?)<\/script>/s)?.[1] ?? ''
  return JSON.parse(json) as { origin: string; answer: { status: string; authResponse: Json | null } }
}
const shortToken = async (person = dana, more: Record<string, string> = {}) =>
  String((await handedOver({ person, ...more })).answer.authResponse?.accessToken)
const exchange = (token: string, more: Record<string, string> = {}) =>
  get('oauth/access_token', {
    grant_type: 'fb_exchange_token',
    client_id: appId,
    client_secret: appSecret,
    fb_exchange_token: token,
    ...more,
  })
const longToken = async (person = dana) =>
  String((await exchange(await shortToken(person))).body.access_token)
const debug = async (token: string) =>
  (await get('debug_token', { input_token: token, access_token: `${appId}|${appSecret}` })).body.data as Json

describe('The Facebook login', () => {
  it('serves a script that any page may load', async () => {
    const script = await fetch(`${sandbox.url()}/graph/sdk.js`)
    expect(script.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(script.headers.get('access-control-allow-origin')).toBe('*')
    expect(await script.text()).toContain('fbAsyncInit')
  })

  it('shows who can log in and what the app asks for', async () => {
    const query = new URLSearchParams({ client_id: appId, scope, origin })
    const page = await (await fetch(`${sandbox.url()}/graph/v25.0/dialog/oauth?${query}`)).text()
    expect(page).toContain('Continue as Dana Reed')
    expect(page).toContain('no pages')
    expect(page).toContain('2 pages, only through a business')
    expect(page).toContain('Create and manage posts on the Pages you manage')
  })

  it.each([
    ['an unknown app', 'v25.0', { client_id: '1' }, 'Invalid App ID'],
    ['an invalid version', 'latest', { client_id: appId }, 'not one of the Graph API'],
    ['an unknown login configuration', 'v25.0', { client_id: appId, config_id: '1' }, 'login configuration'],
    ['no return URL', 'v25.0', { client_id: appId, origin: '' }, 'URL Blocked'],
  ])('shows an error page to %s', async (_name, version, params, text) => {
    const query = new URLSearchParams({ scope, origin, ...params })
    const page = await fetch(`${sandbox.url()}/graph/${version}/dialog/oauth?${query}`)
    expect([page.status, await page.text()]).toEqual([400, expect.stringContaining(text)])
  })

  it('gives a short-lived token to the page that opened it, and nothing when the person declines', async () => {
    const yes = await handedOver({ person: dana })
    expect(yes).toMatchObject({ origin, answer: { status: 'connected', authResponse: { userID: dana } } })
    expect(yes.answer.authResponse?.grantedScopes).toBe(`public_profile,${scope}`)
    expect(Number(yes.answer.authResponse?.expiresIn)).toBeLessThanOrEqual(7200)
    const no = await handedOver({ decision: 'deny' })
    expect(no.answer).toEqual({ status: 'unknown', authResponse: null })
  })

  it('asks for the permissions of the configuration, whatever the scope says', async () => {
    const page = await handedOver({ person: dana, config_id: '620184739502716' })
    expect(page.answer.authResponse?.grantedScopes).toContain('business_management')
  })

  it('redirects to the app’s URL with a code or a refusal, and with the state', async () => {
    const address = 'http://localhost:4500/back'
    const requested = { redirect_uri: address, state: 's1' }
    const yes = new URL((await answerDialog({ ...requested, person: dana })).headers.get('location') ?? '')
    expect(yes.searchParams.get('state')).toBe('s1')
    const app = { client_id: appId, client_secret: appSecret, redirect_uri: address }
    const code = yes.searchParams.get('code') ?? ''
    expect((await get('oauth/access_token', { ...app, code })).body).toMatchObject({ token_type: 'bearer' })
    expect(await get('oauth/access_token', { ...app, code })).toMatchObject({
      status: 400,
      body: { error: { code: 100, message: 'This authorization code has been used.' } },
    })
    const no = new URL((await answerDialog({ ...requested, decision: 'deny' })).headers.get('location') ?? '')
    expect(Object.fromEntries(no.searchParams)).toMatchObject({ error: 'access_denied', state: 's1' })
  })

  it('exchanges a short-lived token for one of two months, only with the app secret', async () => {
    const { body } = await exchange(await shortToken())
    expect(Number(body.expires_in)).toBe(60 * 86_400)
    const stranger = await exchange(await shortToken(), { client_secret: 'guessed' })
    expect(stranger).toMatchObject({ status: 400, body: { error: { code: 1 } } })
    sandbox.passTime(3 * 3_600_000)
  })

  it('refuses an expired token, and a login while a fault makes logins fail', async () => {
    const token = await shortToken()
    await sandbox.addFault({ network: 'instagram', fault: 'login_refused' })
    expect(await exchange(token)).toMatchObject({ body: { error: { code: 190, error_subcode: 460 } } })
    sandbox.passTime(2 * 3_600_000)
    expect(await exchange(token)).toMatchObject({ body: { error: { code: 190, error_subcode: 463 } } })
  })

  it('lists pages in chunks, each with its token and linked Instagram account', async () => {
    const token = await longToken()
    const fields = 'id,name,access_token,tasks,instagram_business_account{id,username}'
    const first = await get('me/accounts', { access_token: token, limit: '2', fields })
    const { data, paging } = first.body as { data: Json[]; paging: { next: string } }
    expect(data).toHaveLength(2)
    expect(data[0]).toMatchObject({
      name: 'Harbor Coffee Roasters',
      tasks: expect.arrayContaining(['CREATE_CONTENT']),
      instagram_business_account: { id: '17841405918273645', username: 'harborcoffee' },
    })
    const rest = (await (await fetch(paging.next)).json()) as { data: Json[]; paging: Json }
    expect(rest.data).toMatchObject([{ name: 'Juniper Bakery' }])
    expect(rest.data[0]).not.toHaveProperty('instagram_business_account')
    expect(rest.paging).not.toHaveProperty('next')
    const page = String(data[0]?.access_token)
    expect(await debug(page)).toMatchObject({ type: 'PAGE', is_valid: true, expires_at: 0 })
    expect((await get('me', { access_token: page })).body).toMatchObject({ name: 'Harbor Coffee Roasters' })
    const linked = await get('17841405918273645', { access_token: page, fields: 'username' })
    expect(linked.body).toMatchObject({ username: 'harborcoffee' })
  })

  it('lists nothing for a person without pages or without the permission to list them', async () => {
    expect((await get('me/accounts', { access_token: await longToken(noah) })).body).toEqual({ data: [] })
    const shy = await shortToken(dana, { declined: 'pages_show_list' })
    expect((await get('me/accounts', { access_token: shy })).body).toEqual({ data: [] })
    const { data } = (await get('me/permissions', { access_token: shy })).body
    expect(data).toContainEqual({ permission: 'pages_show_list', status: 'declined' })
  })

  it('lists a business’s pages only to its members with the permission, and a token only for assigned pages', async () => {
    const bea = '10161495837264019'
    const requested = { scope: `${scope},business_management` }
    const access_token = await shortToken(bea, requested)
    expect((await get('me/accounts', { access_token })).body).toEqual({ data: [] })
    const { data } = (await get('me/businesses', { access_token })).body as { data: Json[] }
    expect(data).toEqual([{ id: '482019375610284', name: 'Quill Media' }])
    const fields = 'id,name,access_token'
    const clients = (await get('482019375610284/client_pages', { access_token, fields, limit: '1' })).body
    expect(clients).toMatchObject({
      data: [{ name: 'Harbor Coffee Roasters', access_token: expect.stringMatching(/^EAAG/) }],
      paging: { next: expect.stringContaining('after=') },
    })
    const { next } = clients.paging as { next: string }
    expect(((await (await fetch(next)).json()) as Json).data).toEqual([
      { id: '117394826501734', name: 'Northwind Outdoors' },
    ])
    const owned = (await get('482019375610284/owned_pages', { access_token, fields })).body
    expect(owned.data).toMatchObject([{ name: 'Juniper Bakery' }])
    const refused = { status: 403, body: { error: { code: 200 } } }
    const without = await shortToken(bea)
    expect(await get('me/businesses', { access_token: without })).toMatchObject(refused)
    const foreign = await shortToken(dana, requested)
    expect(await get('482019375610284/owned_pages', { access_token: foreign })).toMatchObject({
      status: 400,
      body: { error: { code: 100 } },
    })
    const tasks = { access_token, fields: 'id,tasks' }
    expect(await get('482019375610284/owned_pages', tasks)).toMatchObject({ body: { error: { code: 100 } } })
  })

  it('lets a user token read a page but not post to it', async () => {
    const token = await longToken()
    const page = '104857362918450'
    expect((await get(page, { access_token: token })).body).toMatchObject({ id: page })
    const body = new URLSearchParams({ message: 'Hello', access_token: token })
    const refused = await fetch(`${sandbox.url()}/graph/v25.0/${page}/feed`, { method: 'POST', body })
    expect(await refused.json()).toMatchObject({
      error: { code: 190, message: 'This method must be called with a Page Access Token' },
    })
  })

  it('reports what a token may do, and revokes it when the person removes the app', async () => {
    const token = await longToken()
    expect(await debug(token)).toMatchObject({
      type: 'USER',
      user_id: dana,
      scopes: ['public_profile', ...scope.split(',')],
    })
    const { data } = (await get('me/accounts', { access_token: token })).body as { data: Json[] }
    const page = String(data[0]?.access_token)
    await fetch(`${sandbox.url()}/graph/v25.0/me/permissions?access_token=${token}`, { method: 'DELETE' })
    expect(await debug(page)).toMatchObject({ is_valid: false, error: { subcode: 458 } })
    expect(await get('me', { access_token: page })).toMatchObject({ body: { error: { code: 190 } } })
  })
})
