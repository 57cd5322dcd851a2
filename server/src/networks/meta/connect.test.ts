import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { AccessGrant, AccountChoice } from '#server/networks/connector.ts'
import { facebookConnector } from '../facebook/connect.ts'
import { facebook } from '../facebook/facebook.ts'
import { startFileServer, startTestSandbox, type TestSandbox, testTask } from '../testing.ts'
import { metaLogin } from './connect.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.clearFaults())
afterAll(() => sandbox.close())

const dana = '10158273645091827'
const noah = '10159384756102938'
const bea = '10161495837264019'
const connector = () => facebookConnector(sandbox.settings)
/** An installation that also requests pages of businesses. */
const withBusinesses = () => ({ ...sandbox.settings, facebookExtraScopes: ['business_management'] })

/** What the login script gives the page once the person has chosen. */
const logIn = async (person = dana, declined = '', scopes = connector().scopes): Promise<string> => {
  const { graphUrl, facebookAppId: client_id } = sandbox.settings
  const scope = scopes.join(',')
  const form = { client_id, scope, origin: 'http://localhost:4500', person, declined }
  const body = new URLSearchParams(form)
  const page = await (await fetch(`${graphUrl}/dialog/oauth`, { method: 'POST', body })).text()
  return page.match(/"accessToken":"(\w+)"/)?.[1] ?? ''
}
const granted = async (person = dana, declined = ''): Promise<AccessGrant> => {
  const answer = await connector().exchange(await logIn(person, declined))
  if (answer.kind !== 'granted') throw new Error(JSON.stringify(answer))
  return answer.grant
}
const choicesFor = async (grant: AccessGrant): Promise<readonly AccountChoice[]> => {
  const answer = await connector().listChoices(grant)
  if (answer.kind !== 'choices') throw new Error(JSON.stringify(answer))
  return answer.choices
}
const asAccount = ({ externalId, details, grant }: AccountChoice) => ({
  externalId,
  details,
  token: grant.token,
})

describe('Connecting a Facebook page', () => {
  it('leads from the login to a page that can publish', async () => {
    const grant = await granted()
    const days = ((grant.expiresAt?.getTime() ?? 0) - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(60)
    const choices = await choicesFor(grant)
    expect(choices.map(({ name }) => name)).toEqual([
      'Harbor Coffee Roasters',
      'Northwind Outdoors',
      'Juniper Bakery',
    ])
    const [page] = choices
    expect(page).toMatchObject({
      externalId: '104857362918450',
      details: { fb_page_name: 'Harbor Coffee Roasters', fb_page_id: '104857362918450' },
      logoUrl: expect.stringMatching(/^http/),
      lacks: [],
      grant: { expiresAt: null, scopes: expect.arrayContaining(['pages_manage_posts']) },
    })
    if (!page) return
    const task = testTask(asAccount(page), { message: 'Connected a minute ago' })
    expect((await facebook(sandbox.settings).send(task)).kind).toBe('published')
    expect(await connector().check(asAccount(page))).toEqual({ kind: 'works', expiresAt: null })
  })

  it('reads the whole list of pages', async () => {
    const found = await metaLogin(sandbox.settings).listPages(await granted(), 1)
    expect(found).toMatchObject({ kind: 'pages', pages: [{}, {}, { name: 'Juniper Bakery' }] })
  })

  describe('that is reached through a business', () => {
    const grantedWithBusinesses = async (person: string, declined = '') => {
      const { scopes, exchange } = facebookConnector(withBusinesses())
      const answer = await exchange(await logIn(person, declined, scopes))
      if (answer.kind !== 'granted') throw new Error(JSON.stringify(answer))
      return answer.grant
    }

    it('is listed with the permission, and only if the person is assigned to it', async () => {
      const choices = await choicesFor(await grantedWithBusinesses(bea))
      expect(choices.map(({ name, lacks }) => [name, lacks])).toEqual([
        ['Juniper Bakery', []],
        ['Harbor Coffee Roasters', []],
      ])
      const [page] = choices
      if (!page) throw new Error('no page')
      const task = testTask(asAccount(page), { message: 'Through a business' })
      expect((await facebook(sandbox.settings).send(task)).kind).toBe('published')
      expect(await connector().check(asAccount(page))).toEqual({ kind: 'works', expiresAt: null })
    })

    it('is neither requested nor listed if the installation does not want it', async () => {
      expect(connector().scopes).not.toContain('business_management')
      expect(await choicesFor(await granted(bea))).toEqual([])
    })

    it('is left out, and nothing else, without the permission', async () => {
      expect(await choicesFor(await grantedWithBusinesses(bea, 'business_management'))).toEqual([])
      const own = await choicesFor(await grantedWithBusinesses(dana, 'business_management'))
      expect(own.map(({ lacks }) => lacks)).toEqual([[], [], []])
    })

    it('is listed once with the person’s tasks', async () => {
      const found = await metaLogin(sandbox.settings).listPages(await grantedWithBusinesses(dana), 1)
      expect(found).toMatchObject({
        pages: [
          { name: 'Harbor Coffee Roasters', tasks: expect.arrayContaining(['CREATE_CONTENT']) },
          { name: 'Northwind Outdoors' },
          { name: 'Juniper Bakery' },
        ],
      })
      const shared = await metaLogin(sandbox.settings).listPages(await grantedWithBusinesses(bea), 1)
      expect(shared).toMatchObject({ pages: [{ tasks: null }, { tasks: null }] })
    })

    it('is left out if the network refuses or is down, and the person’s own pages stay', async () => {
      const grant = await grantedWithBusinesses(dana)
      const requests: string[] = []
      const { graphUrl } = sandbox.settings
      const fetching = globalThis.fetch
      vi.stubGlobal('fetch', (url: string | URL, init?: RequestInit) => {
        const path = String(url).replace(graphUrl, '').split('?')[0] ?? ''
        requests.push(path)
        return path.endsWith('owned_pages')
          ? Promise.reject(new TypeError('gone'))
          : path.endsWith('client_pages')
            ? Promise.resolve(new Response('{"error":{"code":200,"message":"no"}}', { status: 403 }))
            : fetching(url, init)
      })
      try {
        expect(await choicesFor(grant)).toHaveLength(3)
      } finally {
        vi.unstubAllGlobals()
      }
      expect(requests.filter(path => path.endsWith('owned_pages'))).toHaveLength(1)
    })
  })

  it('offers nothing to somebody without pages', async () => {
    expect(await choicesFor(await granted(noah))).toEqual([])
  })

  it('reports the permissions that the person did not grant', async () => {
    const grant = await granted(dana, 'read_insights,pages_manage_posts')
    const [page] = await choicesFor(grant)
    expect(page?.lacks).toEqual(['pages_manage_posts', 'read_insights'])
    if (!page) return
    const task = testTask(asAccount(page), { message: 'Not allowed' })
    expect((await facebook(sandbox.settings).send(task)).kind).toBe('reconnect_needed')
    expect((await connector().check(asAccount(page))).kind).toBe('reconnect_needed')
  })

  it('fails for a foreign token and for a login that the network refuses', async () => {
    expect(await connector().exchange('made-up')).toMatchObject({ kind: 'refused', reason: 'invalid' })
    const token = await logIn()
    await sandbox.fault({ network: 'facebook', fault: 'login_refused' })
    expect(await connector().exchange(token)).toMatchObject({ kind: 'refused', reason: 'invalid' })
  })

  it('reports an outage if the network cannot be reached', async () => {
    const { url, close } = await startFileServer()
    await close()
    const away = facebookConnector({ ...sandbox.settings, graphUrl: url })
    expect(await away.exchange('any')).toMatchObject({ kind: 'refused', reason: 'down' })
    expect((await away.check(sandbox.accounts.facebook)).kind).toBe('cannot_tell')
  })

  it('notices that the person has removed the app', async () => {
    const grant = await granted()
    const [page] = await choicesFor(grant)
    if (!page) throw new Error('no page')
    const { graphUrl } = sandbox.settings
    const headers = { authorization: `Bearer ${grant.token.token}` }
    await fetch(`${graphUrl}/me/permissions`, { method: 'DELETE', headers })
    const health = await connector().check(asAccount(page))
    expect(health.kind).toBe('reconnect_needed')
    expect(JSON.stringify(health)).not.toContain(page.grant.token.token)
  })
})
