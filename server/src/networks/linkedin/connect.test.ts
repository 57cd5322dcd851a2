import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { AccessGrant, AccountChoice } from '#server/networks/connector.ts'
import { answered, startTestSandbox, type TestSandbox } from '../testing.ts'
import { linkedinConnector } from './connect.ts'
import { linkedin } from './linkedin.ts'
import { type Stub, startStub } from './testing.ts'

const callbackUrl = 'http://localhost:4100/linkedin/callback'
const dana = '8k9Tq8P41c'
const noah = '3f7Zb2Q90m'

let sandbox: TestSandbox
let stub: Stub
beforeAll(async () => {
  sandbox = await startTestSandbox()
  stub = await startStub()
})
afterEach(() => sandbox.clearFaults())
afterAll(async () => {
  await sandbox.close()
  await stub.close()
})

const connector = (settings: Partial<TestSandbox['settings']> = {}) =>
  linkedinConnector({ ...sandbox.settings, ...settings })
const link = (state = 'st4te') => connector().authorizationLink({ state, callbackUrl })

/** Acts as a person on LinkedIn's page and returns where that leads. */
const decide = async (address: string, choice: Record<string, string>): Promise<URL> => {
  const page = await (await fetch(address)).text()
  const hidden = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)]
  const form = Object.fromEntries(
    hidden.map(([, name, value]) => [name, value?.replaceAll('&amp;', '&') ?? '']),
  )
  const action = page.match(/action="([^"]+)"/)?.[1] ?? ''
  const body = new URLSearchParams({ ...form, ...choice })
  const answer = await fetch(sandbox.url + action, { method: 'POST', body, redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? 'nowhere:')
}
const codeOf = async (person: string): Promise<string> =>
  (await decide(link(), { person })).searchParams.get('code') ?? ''
const grantOf = async (person: string): Promise<AccessGrant> => {
  const answer = await connector().exchange({ code: await codeOf(person), callbackUrl })
  if (answer.kind !== 'granted') throw new Error(JSON.stringify(answer))
  return answer.grant
}
const choicesOf = async (grant: AccessGrant): Promise<readonly AccountChoice[]> => {
  const answer = await connector().listChoices(grant)
  if (answer.kind !== 'choices') throw new Error(JSON.stringify(answer))
  return answer.choices
}
const accountOf = ({ externalId, details, grant }: AccountChoice) => ({
  externalId,
  details,
  token: grant.token,
})
const harborOf = async (person: string) => {
  const harbor = (await choicesOf(await grantOf(person))).find(({ externalId }) => externalId === '5829143')
  if (!harbor) throw new Error('Harbor is not among the choices')
  return harbor
}

describe('Connecting LinkedIn', () => {
  it('requests the needed scopes and returns with the state', async () => {
    const requested = new URL(link('a b&c'))
    expect(requested.search).toContain('scope=r_basicprofile%20w_organization_social')
    expect(Object.fromEntries(requested.searchParams)).toMatchObject({
      response_type: 'code',
      redirect_uri: callbackUrl,
      state: 'a b&c',
    })
    const back = await decide(requested.href, { person: dana })
    expect(back.origin + back.pathname).toBe(callbackUrl)
    expect(back.searchParams.get('state')).toBe('a b&c')
  })

  it('grants access for 60 days to each of the person’s organizations, with name and logo', async () => {
    const before = Date.now()
    const grant = await grantOf(dana)
    expect(grant.scopes).toEqual([
      'r_basicprofile',
      'w_organization_social',
      'r_organization_social',
      'rw_organization_admin',
    ])
    const days = ((grant.expiresAt?.getTime() ?? 0) - before) / 86_400_000
    expect(days).toBeGreaterThan(59.9)
    expect(days).toBeLessThan(60.1)
    const choices = await choicesOf(grant)
    expect(choices.map(({ name }) => name).sort()).toEqual([
      'Harbor Coffee Roasters',
      'Juniper Bakery',
      'Northwind Outdoors',
    ])
    expect(choices.find(({ externalId }) => externalId === '5829143')).toMatchObject({
      details: { organizationName: 'Harbor Coffee Roasters', vanityName: 'harborcoffee' },
      logoUrl: `${sandbox.url}/logos/harbor.png`,
      lacks: [],
    })
  })

  it('leads to access that can publish', async () => {
    const account = accountOf(await harborOf(dana))
    const task = {
      account,
      content: {
        type: 'text' as const,
        message: 'By the door that was opened',
        firstComment: '',
        mentions: [],
        link: null,
        cards: [],
        media: [],
      },
      prepared: {},
      firstSentAt: null,
      lookUpFirst: null,
      savePrepared: async () => undefined,
    }
    expect(await linkedin(sandbox.settings).send(task)).toMatchObject({ kind: 'published' })
  })

  it('offers no organization to somebody who administers none', async () => {
    expect(await choicesOf(await grantOf(noah))).toEqual([])
  })

  it('reports that the person cancelled', async () => {
    const back = await decide(link(), { decision: 'deny' })
    expect(back.origin + back.pathname).toBe(callbackUrl)
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'user_cancelled_login',
      state: 'st4te',
    })
  })

  it('returns with an error if the app may not request a scope', async () => {
    const requested = link().replace('r_basicprofile', 'r_everything')
    const answer = await fetch(requested, { redirect: 'manual' })
    const back = new URL(answer.headers.get('location') ?? '')
    expect(back.searchParams.get('error')).toBe('unauthorized_scope_error')
  })

  it.each([
    ['another app', (requested: string) => requested.replace('78galleysandbox', 'somebody')],
    ['an unregistered callback host', (requested: string) => requested.replace('localhost', 'evil.example')],
    [
      'an unregistered callback path',
      (requested: string) => requested.replace('%2Fcallback', '%2Felsewhere'),
    ],
    [
      'another response type',
      (requested: string) => requested.replace('response_type=code', 'response_type=token'),
    ],
  ])('shows an error page without a redirect for %s', async (_name, change) => {
    const answer = await fetch(change(link()), { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
    expect(await answer.text()).toContain('LinkedIn can’t continue')
  })

  it('accepts a code only once', async () => {
    const code = await codeOf(dana)
    expect(await connector().exchange({ code, callbackUrl })).toMatchObject({ kind: 'granted' })
    expect(await connector().exchange({ code, callbackUrl })).toMatchObject({
      kind: 'refused',
      reason: 'invalid',
    })
  })

  it('accepts a code only with its original callback', async () => {
    const code = await codeOf(dana)
    const other = 'http://localhost:4199/linkedin/callback'
    const answer = await connector().exchange({ code, callbackUrl: other })
    expect(answer).toMatchObject({ kind: 'refused', reason: 'invalid' })
  })

  it('reports wrong app credentials, a refused login and an outage', async () => {
    const code = await codeOf(dana)
    const wrong = connector({ linkedinClientSecret: 'guessed' })
    expect(await wrong.exchange({ code, callbackUrl })).toMatchObject({ reason: 'permission' })
    await sandbox.fault({ network: 'linkedin', fault: 'login_refused' })
    expect(await connector().exchange({ code, callbackUrl })).toMatchObject({ reason: 'invalid' })
    const away = connector({ linkedinWebUrl: 'http://127.0.0.1:9' })
    expect(await away.exchange({ code, callbackUrl })).toMatchObject({ reason: 'down' })
  })

  it('reads space-separated scopes and reports missing ones', async () => {
    stub.answer(
      '/oauth/v2/accessToken',
      answered(200, { access_token: 'AQX', expires_in: 60, scope: 'openid w_organization_social' }),
    )
    stub.answer(
      '/rest/organizationAcls',
      answered(200, {
        elements: [
          { role: 'CONTENT_ADMIN', state: 'APPROVED', organizationTarget: 'urn:li:organization:7' },
          { role: 'ANALYST', state: 'APPROVED', organization: 'urn:li:organization:8' },
          { role: 'ADMINISTRATOR', state: 'REQUESTED', organization: 'urn:li:organization:9' },
        ],
      }),
    )
    stub.answer('/rest/organizations', answered(403, { status: 403, message: 'no BATCH_GET in this tier' }))
    stub.answer(
      '/rest/organizations/7',
      answered(200, { id: 7, localizedName: 'Seven', vanityName: 'seven' }),
    )
    const away = connector({ linkedinWebUrl: stub.url, linkedinUrl: stub.url })
    const answer = await away.exchange({ code: 'c', callbackUrl })
    if (answer.kind !== 'granted') throw new Error(JSON.stringify(answer))
    expect(answer.grant.scopes).toEqual(['openid', 'w_organization_social'])
    expect(await away.listChoices(answer.grant)).toMatchObject({
      kind: 'choices',
      choices: [{ externalId: '7', name: 'Seven', logoUrl: null, lacks: ['r_organization_social'] }],
    })
  })
})

describe('A connected LinkedIn organization', () => {
  it('renews its access without the person and keeps the refresh token', async () => {
    const harbor = accountOf(await harborOf(dana))
    const renewed = await connector().refresh?.(harbor)
    if (renewed?.kind !== 'granted') throw new Error(JSON.stringify(renewed))
    expect(renewed.grant.token.token).not.toBe(harbor.token.token)
    expect(renewed.grant.token.refresh).toBe(harbor.token.refresh)
    const again = await choicesOf(renewed.grant)
    expect(again).toHaveLength(3)
  })

  it('keeps the refresh token if LinkedIn does not repeat it', async () => {
    stub.answer('/oauth/v2/accessToken', answered(200, { access_token: 'new', expires_in: 60 }))
    const account = { externalId: '7', details: {}, token: { token: 'old', refresh: 'AQW' } }
    const renewed = await connector({ linkedinWebUrl: stub.url }).refresh?.(account)
    expect(renewed).toMatchObject({ kind: 'granted', grant: { token: { token: 'new', refresh: 'AQW' } } })
  })

  it('cannot be renewed without a valid refresh token', async () => {
    const without = { externalId: '7', details: {}, token: { token: 'old' } }
    expect(await connector().refresh?.(without)).toMatchObject({ kind: 'refused', reason: 'invalid' })
    const wrong = { ...without, token: { token: 'old', refresh: 'AQWrong' } }
    expect(await connector().refresh?.(wrong)).toMatchObject({ kind: 'refused', reason: 'invalid' })
  })

  it('works until the expiry that LinkedIn reports', async () => {
    const harbor = await harborOf(dana)
    const health = await connector().check(accountOf(harbor))
    if (health.kind !== 'works') throw new Error(JSON.stringify(health))
    const apart = Math.abs((health.expiresAt?.getTime() ?? 0) - (harbor.grant.expiresAt?.getTime() ?? 0))
    expect(apart).toBeLessThan(60_000)
  })

  it('needs reconnecting once its access is revoked or other permissions are granted', async () => {
    const harbor = accountOf(await harborOf(dana))
    const login = {
      client_id: sandbox.settings.linkedinClientId,
      client_secret: sandbox.settings.linkedinClientSecret,
    }
    const body = new URLSearchParams({ ...login, token: harbor.token.token })
    expect((await fetch(`${sandbox.url}/linkedin/oauth/v2/revoke`, { method: 'POST', body })).status).toBe(
      200,
    )
    expect(await connector().check(harbor)).toMatchObject({ kind: 'reconnect_needed' })
    const next = accountOf(await harborOf(dana))
    const narrower = await decide(link().replace('r_basicprofile%20', ''), { person: dana })
    await connector().exchange({ code: narrower.searchParams.get('code') ?? '', callbackUrl })
    expect(await connector().check(next)).toMatchObject({ kind: 'reconnect_needed' })
  })

  it('cannot be checked while LinkedIn is down, and explains an expired API version', async () => {
    const harbor = sandbox.accounts.linkedin
    const away = connector({ linkedinUrl: 'http://127.0.0.1:9' })
    expect(await away.check(harbor)).toMatchObject({ kind: 'cannot_tell' })
    const old = await connector({ linkedinVersion: '202301' }).check(harbor)
    expect(old).toMatchObject({ kind: 'cannot_tell', response: expect.stringContaining('LINKEDIN_VERSION') })
  })
})
