import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Choice, Grant } from '../connecting.ts'
import { facebookConnector } from '../facebook/connect.ts'
import { facebook } from '../facebook/facebook.ts'
import { startFileServer, startTestSandbox, type TestSandbox, testDelivery } from '../testing.ts'
import { metaConnect } from './connect.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.clearFaults())
afterAll(() => sandbox.close())

const dana = '10158273645091827'
const noah = '10159384756102938'
const connector = () => facebookConnector(sandbox.settings)

/** What the login script hands to the page, once the person has chosen. */
const logIn = async (person = dana, declined = ''): Promise<string> => {
  const { graphUrl, facebookAppId: client_id } = sandbox.settings
  const scope = connector().scopes.join(',')
  const form = { client_id, scope, origin: 'http://localhost:4500', person, declined }
  const body = new URLSearchParams(form)
  const page = await (await fetch(`${graphUrl}/dialog/oauth`, { method: 'POST', body })).text()
  return page.match(/"accessToken":"(\w+)"/)?.[1] ?? ''
}
const granted = async (person = dana, declined = ''): Promise<Grant> => {
  const answer = await connector().exchange(await logIn(person, declined))
  if (answer.kind !== 'granted') throw new Error(JSON.stringify(answer))
  return answer.grant
}
const choicesFor = async (grant: Grant): Promise<readonly Choice[]> => {
  const answer = await connector().listChoices(grant)
  if (answer.kind !== 'choices') throw new Error(JSON.stringify(answer))
  return answer.choices
}
const asAccount = ({ externalId, details, grant }: Choice) => ({ externalId, details, token: grant.token })

describe('Connecting a Facebook page', () => {
  it('leads from the login to a page that can be posted to', async () => {
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
    const delivery = testDelivery(asAccount(page), { message: 'Connected a minute ago' })
    expect((await facebook(sandbox.settings).send(delivery)).kind).toBe('published')
    expect(await connector().check(asAccount(page))).toEqual({ kind: 'works', expiresAt: null })
  })

  it('goes through all pages of the list', async () => {
    const found = await metaConnect(sandbox.settings).listPages(await granted(), 1)
    expect(found).toMatchObject({ kind: 'pages', pages: [{}, {}, { name: 'Juniper Bakery' }] })
  })

  it('finds nothing for somebody without pages', async () => {
    expect(await choicesFor(await granted(noah))).toEqual([])
  })

  it('names the permissions that the person did not give', async () => {
    const grant = await granted(dana, 'read_insights,pages_manage_posts')
    const [page] = await choicesFor(grant)
    expect(page?.lacks).toEqual(['pages_manage_posts', 'read_insights'])
    if (!page) return
    const delivery = testDelivery(asAccount(page), { message: 'Not allowed' })
    expect((await facebook(sandbox.settings).send(delivery)).kind).toBe('reconnect_needed')
    expect((await connector().check(asAccount(page))).kind).toBe('reconnect_needed')
  })

  it('refuses a token that is none of ours, and a login that the network refuses', async () => {
    expect(await connector().exchange('made-up')).toMatchObject({ kind: 'refused', reason: 'invalid' })
    const token = await logIn()
    await sandbox.fault({ network: 'facebook', fault: 'login_refused' })
    expect(await connector().exchange(token)).toMatchObject({ kind: 'refused', reason: 'invalid' })
  })

  it('says that the network is down when it cannot be reached', async () => {
    const { url, close } = await startFileServer()
    await close()
    const away = facebookConnector({ ...sandbox.settings, graphUrl: url })
    expect(await away.exchange('any')).toMatchObject({ kind: 'refused', reason: 'down' })
    expect((await away.check(sandbox.accounts.facebook)).kind).toBe('cannot_tell')
  })

  it('notices that the person has thrown the app out', async () => {
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
