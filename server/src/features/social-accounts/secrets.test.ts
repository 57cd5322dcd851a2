import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  connectFacebookPage,
  connectTwitter,
  getTwitterAuthorizationLink,
  listFacebookPages,
  listFacebookPagesViaGet,
  listLinkedinOrganizationsViaGet,
  listSocialAccounts,
  removeSocialAccount,
} from '#domain/social-accounts/contract.ts'
import { makeKey } from '#server/config.ts'
import { buildApp } from '#server/platform/http/app.ts'
import { makeLog } from '#server/platform/log.ts'
import { allRoutes } from '#server/routes.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { buildChoice, stubConnectors } from '#testing/connectors.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { accountHealthChecker, checkAccount } from './check-account.ts'
import { makeSocialAccountRoutes, socialAccountRoutes } from './routes.ts'

const { connectors, state } = stubConnectors()
const written: string[] = []
const answers: string[] = []
let kit: TestApp
let cast: Cast

/** An application whose complete log and every answer are recorded. */
beforeAll(async () => {
  const log = makeLog('trace', { write: line => void written.push(line) })
  const routes = [
    ...allRoutes.filter(route => !socialAccountRoutes.includes(route)),
    ...makeSocialAccountRoutes(() => connectors),
  ]
  const base = await startTestApp({ routes, config: { TOKEN_KEY: makeKey(), LOG_LEVEL: 'trace' } })
  const services = { ...base.services, log }
  const app = await buildApp(services, routes, { checkOutput: true })
  app.addHook('onSend', async (_request, _reply, payload) => void answers.push(String(payload)))
  kit = { ...base, services, app }
  cast = await buildCast(kit.db, { connected: [] })
})
afterAll(async () => {
  await kit.app.close()
  await kit.close()
})

const send = async (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
  const authorization = `Bearer ${await kit.tokenOf(cast.admin)}`
  const response = await kit.app.inject({
    method,
    url: `/api${url}`,
    headers: { authorization },
    ...(payload ? { payload } : {}),
  })
  return response.json<{ data: { authorization_link: string } }>()
}

describe('A secret of a network account', () => {
  it('never appears in an answer, a log line, an event or a row, whatever is done with the account', async () => {
    const { projectId } = cast.project
    const in_ = (path: string) => path.replace('{projectId}', String(projectId))
    state.choices = [buildChoice('facebook', '100')]
    await send('GET', `${in_(listFacebookPagesViaGet.path)}?token=canary-short`)
    await send('POST', in_(listFacebookPages.path), { token: 'canary-short' })
    await send('POST', connectFacebookPage.path, { project_id: projectId, page_id: '100' })
    await send('GET', in_(listSocialAccounts.path))
    await send('GET', `/projects/${projectId}`)
    await send('GET', `${listLinkedinOrganizationsViaGet.path}?code=canary-code&state=canary-state`)
    const callback_url = `${kit.services.config.publicUrl}/twitter/callback`
    const link = await send('GET', `${in_(getTwitterAuthorizationLink.path)}?callback_url=${callback_url}`)
    const oauth_token = new URL(link.data.authorization_link).searchParams.get('oauth_token') ?? ''
    // The network's answer may quote what was sent to it.
    state.refused = { kind: 'refused', reason: 'invalid', response: 'no: canary-verifier, canary-hidden-1' }
    await send('POST', connectTwitter.path, { oauth_token, oauth_verifier: 'canary-verifier' })
    await send('GET', '/projects/twitter/canary-request-token-that-is-long')
    state.health = { kind: 'reconnect_needed', response: 'revoked' }
    const accounts = kit.db.selectFrom('social_accounts').selectAll()
    const row = await accounts.where('project_id', '=', projectId).executeTakeFirstOrThrow()
    await checkAccount(accountHealthChecker(kit.services, { connectors }), row.id)
    await send('DELETE', in_(removeSocialAccount.path).replace('{social}', 'facebook'))

    const events = await kit.db.selectFrom('events').selectAll().orderBy('id').execute()
    const pending = await kit.db.selectFrom('pending_connections').selectAll().execute()
    expect(events.map(event => event.type)).toEqual([
      'social_account.connected',
      'social_account.needs_reconnecting',
      'social_account.removed',
    ])
    expect(written.join('')).toContain('/facebook/pages?[redacted]')
    const everything = JSON.stringify([written, answers, events, pending, row])
    expect(answers.length).toBeGreaterThan(9)
    expect(everything).not.toContain('canary')
    expect(Buffer.concat([row.sealed_token ?? Buffer.alloc(0)]).toString('latin1')).not.toContain('canary')
  })
})
