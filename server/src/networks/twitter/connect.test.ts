import { createServer, type ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { AccountChoice } from '#server/networks/connector.ts'
import { startTestSandbox, type TestSandbox } from '../testing.ts'
import { twitterConnector } from './connect.ts'

const CALLBACK = 'http://127.0.0.1:5149/twitter/callback?from=settings'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.clearFaults())
afterAll(() => sandbox.close())

const connector = () => twitterConnector(sandbox.settings)

const begin = async () => {
  const begun = await connector().begin(CALLBACK)
  if (begun.kind !== 'begun') throw new Error(JSON.stringify(begun))
  return begun
}

/** Acts as the browser: reads the page, submits its form, and follows the redirect to the callback. */
const answer = async (link: string, choice: Record<string, string>): Promise<URL> => {
  const page = await (await fetch(link)).text()
  const [, action = ''] = page.match(/<form method="post" action="([^"]+)" class="consent"/) ?? []
  const [, token = ''] = page.match(/name="oauth_token" value="([^"]+)"/) ?? []
  const body = new URLSearchParams({ oauth_token: token, ...choice })
  const sent = await fetch(sandbox.url + action, { method: 'POST', body, redirect: 'manual' })
  return new URL(sent.headers.get('location') ?? 'about:blank')
}

const connect = async (): Promise<AccountChoice> => {
  const begun = await begin()
  const back = await answer(begun.authorizationLink, { person: sandbox.accounts.twitter.externalId })
  const verifier = back.searchParams.get('oauth_verifier') ?? ''
  const finished = await connector().finish({ ...begun, verifier })
  if (finished.kind !== 'choices' || !finished.choices[0]) throw new Error(JSON.stringify(finished))
  return finished.choices[0]
}

describe('Connecting a Twitter account', () => {
  it('leads through the network’s login to working access', async () => {
    const begun = await begin()
    const back = await answer(begun.authorizationLink, { person: sandbox.accounts.twitter.externalId })
    expect(back.href).toContain('http://127.0.0.1:5149/twitter/callback?from=settings&')
    expect(back.searchParams.get('oauth_token')).toBe(begun.token)
    const verifier = back.searchParams.get('oauth_verifier') ?? ''
    const finished = await connector().finish({ ...begun, verifier })
    expect(finished).toMatchObject({
      kind: 'choices',
      choices: [
        {
          externalId: sandbox.accounts.twitter.externalId,
          name: 'Harbor Coffee Roasters',
          details: { screen_name: 'harborcoffee', user_id: sandbox.accounts.twitter.externalId },
          logoUrl: `${sandbox.url}/logos/harbor.png`,
          grant: { expiresAt: null, scopes: ['read-write'] },
          lacks: [],
        },
      ],
    })
    const [choice] = finished.kind === 'choices' ? finished.choices : []
    if (!choice) throw new Error('no choice')
    const account = { externalId: choice.externalId, details: choice.details, token: choice.grant.token }
    expect(await connector().check(account)).toEqual({ kind: 'works', expiresAt: null })
  })

  it('returns only the denied token if the person declines', async () => {
    const begun = await begin()
    const back = await answer(begun.authorizationLink, { decision: 'deny' })
    expect(Object.fromEntries(back.searchParams)).toEqual({ from: 'settings', denied: begun.token })
    expect(await connector().finish({ ...begun, verifier: 'guessed' })).toMatchObject({ reason: 'invalid' })
  })

  it('accepts only the right verifier, and only once', async () => {
    const begun = await begin()
    const back = await answer(begun.authorizationLink, { person: sandbox.accounts.twitter.externalId })
    const verifier = back.searchParams.get('oauth_verifier') ?? ''
    const wrong = await connector().finish({ ...begun, verifier: 'wrong' })
    expect(wrong).toMatchObject({ kind: 'refused', reason: 'invalid' })
    expect((await connector().finish({ ...begun, verifier })).kind).toBe('choices')
    const again = await connector().finish({ ...begun, verifier })
    expect(again).toMatchObject({ kind: 'refused', reason: 'invalid' })
  })

  it('cannot begin with an unregistered callback', async () => {
    expect(await connector().begin('https://elsewhere.example/twitter/callback')).toMatchObject({
      kind: 'refused',
      reason: 'permission',
    })
  })

  it('cannot begin with the wrong app keys', async () => {
    const stranger = twitterConnector({ ...sandbox.settings, xConsumerSecret: 'wrong' })
    expect(await stranger.begin(CALLBACK)).toMatchObject({ kind: 'refused', reason: 'permission' })
  })

  it('fails if the network refuses the exchange', async () => {
    const begun = await begin()
    const back = await answer(begun.authorizationLink, { person: sandbox.accounts.twitter.externalId })
    await sandbox.fault({ network: 'twitter', fault: 'login_refused' })
    const verifier = back.searchParams.get('oauth_verifier') ?? ''
    expect(await connector().finish({ ...begun, verifier })).toMatchObject({ reason: 'invalid' })
  })

  it('reports revoked access and allows reconnecting', async () => {
    const { externalId, details, grant } = await connect()
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ network: 'twitter', account: externalId, state: 'revoked' })
    await fetch(`${sandbox.url}/sandbox/tokens`, { method: 'POST', headers, body })
    const old = await connector().check({ externalId, details, token: grant.token })
    expect(old.kind).toBe('reconnect_needed')
    const renewed = (await connect()).grant.token
    expect(renewed.token).not.toBe(grant.token.token)
    expect((await connector().check({ externalId, details, token: renewed })).kind).toBe('works')
  })
})

describe('A login answer from X', () => {
  const answering = async (respond: (response: ServerResponse) => void) => {
    const server = createServer((_request, response) => respond(response))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const bound = server.address()
    const xUrl = `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`
    const outcome = await twitterConnector({ ...sandbox.settings, xUrl }).begin(CALLBACK)
    server.close()
    return outcome
  }
  const text = 'Callback URL not approved for this client application.'

  it.each([
    ['JSON', `{"errors":[{"code":415,"message":"${text}"}]}`],
    ['XML', `<?xml version='1.0' encoding='UTF-8'?><errors><error code="415">${text}</error></errors>`],
  ])('that refuses the callback as %s counts as a missing permission', async (_form, body) => {
    const outcome = await answering(response => response.writeHead(403).end(body))
    expect(outcome).toMatchObject({ kind: 'refused', reason: 'permission' })
  })

  it.each([
    ['reports an outage', 503, ''],
    ['is unreadable', 200, '<html>'],
    ['does not confirm the callback', 200, 'oauth_token=a&oauth_token_secret=b'],
  ])('that %s counts as an outage', async (_name, status, body) => {
    const outcome = await answering(response => response.writeHead(status).end(body))
    expect(outcome).toMatchObject({ kind: 'refused', reason: 'down' })
    expect(JSON.stringify(outcome)).not.toContain('oauth_token=a')
  })
})
