import { beforeEach, describe, expect, it } from 'vitest'
import {
  connectFacebookPage,
  connectInstagramPage,
  connectLinkedinOrganization,
  connectTwitter,
  denyLinkedin,
  denyTwitter,
  denyTwitterViaGet,
  getLinkedinAuthorizationLink,
  getTwitterAuthorizationLink,
  listConnectOptions,
  listFacebookPages,
  listFacebookPagesViaGet,
  listInstagramPages,
  listLinkedinOrganizations,
  listLinkedinOrganizationsViaGet,
} from '#domain/social-accounts/contract.ts'
import { makeKey } from '#server/config.ts'
import { makeSeal } from '#server/platform/session/seal.ts'
import { useTestApp } from '#testing/app.ts'
import { buildChoice, stubConnectors } from '#testing/connectors.ts'
import { buildCast, buildPerson, buildProject, type Cast } from '#testing/people.ts'
import { connectAccount } from '../connected-accounts.ts'
import { makeSocialAccountRoutes } from '../routes.ts'

const { connectors, state } = stubConnectors()
let cast: Cast

const kit = useTestApp({
  routes: makeSocialAccountRoutes(() => connectors),
  config: { TOKEN_KEY: makeKey() },
})
beforeEach(async () => {
  cast = await buildCast(kit.db, { connected: [] })
  state.choices = [buildChoice('facebook', '100'), buildChoice('facebook', '200')]
  state.refused = null
  state.calls.length = 0
})

const inProject = () => ({ params: { projectId: cast.project.projectId } })
const accounts = () =>
  kit.db.selectFrom('social_accounts').selectAll().where('project_id', '=', cast.project.projectId).execute()
const find = (reconnect = false) =>
  kit.ask(cast.admin, listFacebookPages, { ...inProject(), body: { token: 'canary-short', reconnect } })
const choose = (pageId: string) =>
  kit.ask(cast.admin, connectFacebookPage, {
    body: { project_id: cast.project.projectId, page_id: pageId },
  })
const callback = (network: string) => `${kit.services.config.publicUrl}/${network}/callback`

describe('A network that asks for access in the browser', () => {
  it('offers the pages with id, name and logo, and connects the chosen one', async () => {
    const found = await find()
    expect(found.data).toEqual({
      project_social: null,
      pages: [
        { id: '100', name: 'Page 100', logo: 'https://cdn.example/logo.png', lacks: [] },
        { id: '200', name: 'Page 200', logo: 'https://cdn.example/logo.png', lacks: [] },
      ],
    })
    expect((await choose('200')).data).toMatchObject({
      social_network: 'facebook',
      name: 'Page 200',
      account_details: { fb_page_name: 'Page 200' },
      needs_reconnecting: false,
    })
    const [row] = await accounts()
    const place = { projectId: cast.project.projectId, network: 'facebook', externalId: '200' }
    const token = makeSeal(kit.services.config).open(
      place,
      row?.sealed_token ?? Buffer.alloc(0),
      row?.token_key_id ?? '',
    )
    expect(token).toEqual({ token: 'canary-token-200', secret: 'canary-secret-200' })
    expect(row?.connected_by).toBe(cast.admin.userId)
  })

  it('gives the GET twin, with the token in the query, the same answer', async () => {
    const query = { token: 'canary-short' } as const
    const answer = await kit.ask(cast.admin, listFacebookPagesViaGet, { ...inProject(), query })
    expect(answer.data.pages.map(page => page.id)).toEqual(['100', '200'])
    expect((await choose('100')).status).toBe(200)
  })

  it('refuses a page that was not offered, and choosing the same one twice', async () => {
    await find()
    expect(await choose('999')).toMatchObject({ status: 422, code: 'page_not_offered' })
    expect(await choose('constructor')).toMatchObject({ status: 422, code: 'page_not_offered' })
    expect((await choose('100')).status).toBe(200)
    expect(await choose('100')).toMatchObject({ status: 409, code: 'connection_expired' })
    expect(await accounts()).toHaveLength(1)
  })

  it('accepts a choice only from the session, project and network that it was offered to', async () => {
    await find()
    const colleague = await buildPerson(kit.db, cast.project, 'agency-admin')
    const body = { project_id: cast.project.projectId, page_id: '100' }
    const expired = { status: 409, code: 'connection_expired' }
    expect(await kit.ask(colleague, connectFacebookPage, { body })).toMatchObject(expired)
    expect(await kit.ask(cast.admin, connectInstagramPage, { body })).toMatchObject(expired)
    const sibling = await buildProject(kit.db, { agencyId: cast.project.agencyId, connected: [] })
    const elsewhere = { project_id: sibling.projectId, page_id: '100' }
    expect(await kit.ask(cast.admin, connectFacebookPage, { body: elsewhere })).toMatchObject(expired)
    expect(await accounts()).toHaveLength(0)
  })

  it('drops the offered pages after 20 minutes', async () => {
    await find()
    await kit.db
      .updateTable('pending_connections')
      .set({ expires_at: kit.clock.now() })
      .where('project_id', '=', cast.project.projectId)
      .execute()
    expect(await choose('100')).toMatchObject({ status: 409, code: 'connection_expired' })
  })

  it('reports in the fixed wording that there is nothing to connect', async () => {
    state.choices = []
    expect(await find()).toMatchObject({ status: 422, code: 'EMPTY_RESPONSE' })
    const body = { token: 'canary-short' }
    expect(await kit.ask(cast.admin, listInstagramPages, { ...inProject(), body })).toMatchObject({
      code: 'EMPTY_RESPONSE',
      message: 'No Instagram accounts found...',
    })
  })

  it.each([
    ['invalid', 422, 'There seems to be a problem with your social media settings'],
    ['denied', 422, 'There seems to be a problem with your social media settings'],
    ['permission', 422, 'Something went wrong, please verify your social media settings'],
    ['down', 503, 'Facebook cannot be reached'],
  ] as const)('reports a refusal of the kind %s', async (reason, status, text) => {
    state.refused = { kind: 'refused', reason, response: 'no' }
    const answer = await find()
    expect(answer.status).toBe(status)
    expect(answer.message).toContain(text)
    expect(await accounts()).toHaveLength(0)
  })

  it('refuses and names a missing permission that publishing needs', async () => {
    state.choices = [buildChoice('facebook', '100', { lacks: ['pages_manage_posts'] })]
    expect((await find()).data.pages).toMatchObject([{ id: '100', lacks: ['pages_manage_posts'] }])
    const answer = await choose('100')
    expect(answer).toMatchObject({ status: 422, code: 'connection_lacks_permission' })
    expect(answer.message).toContain('pages_manage_posts')
  })

  it('answers with the connected account while it works, unless reconnecting was requested', async () => {
    await find()
    await choose('100')
    state.calls.length = 0
    expect((await find()).data).toMatchObject({ project_social: { name: 'Page 100' }, pages: [] })
    expect(state.calls).toEqual([])
    expect((await find(true)).data).toMatchObject({ project_social: { name: 'Page 100' }, pages: [] })
    expect(state.calls).toEqual(['exchange canary-short'])
  })
})

describe('Reconnecting', () => {
  const breakIt = () =>
    kit.db
      .updateTable('social_accounts')
      .set({ needs_reconnecting: true, reconnect_reason: 'refused', warned_days: 3 })
      .where('project_id', '=', cast.project.projectId)
      .execute()

  it('renews the same account in its row, without asking for a choice', async () => {
    await find()
    await choose('100')
    const [before] = await accounts()
    await breakIt()
    state.choices = [
      buildChoice('facebook', '200'),
      buildChoice('facebook', '100', {
        name: 'New name',
        grant: { token: { token: 'canary-new' }, expiresAt: new Date('2026-08-01'), scopes: [] },
      }),
    ]
    expect((await find()).data).toMatchObject({ project_social: { name: 'New name' }, pages: [] })
    const [after, ...others] = await accounts()
    expect(others).toEqual([])
    expect(after).toMatchObject({
      id: before?.id,
      needs_reconnecting: false,
      reconnect_reason: null,
      warned_days: null,
      connected_at: before?.connected_at,
      expires_at: new Date('2026-08-01'),
    })
    expect(after?.sealed_token?.equals(before?.sealed_token ?? Buffer.alloc(0))).toBe(false)
  })

  it('is refused for a different account while one is connected', async () => {
    await find()
    await choose('100')
    await breakIt()
    state.choices = [buildChoice('facebook', '200')]
    const answer = await find()
    expect(answer).toMatchObject({ status: 409, code: 'other_account_connected' })
    expect(answer.message).toContain('Log in as someone who manages Page 100')
    expect(await choose('200')).toMatchObject({ status: 409, code: 'connection_expired' })
    expect((await accounts()).map(row => row.external_id)).toEqual(['100'])
  })

  it('is refused if another account was connected while the choice was shown', async () => {
    await find()
    const elsewhere = buildChoice('facebook', '300')
    const { externalId: external_id, details: account_details, name } = elsewhere
    const account = { external_id, account_details, name, logo_url: null, token: 'canary-elsewhere' }
    const { projectId } = cast.project
    await kit.db
      .transaction()
      .execute(tx => connectAccount(tx, kit.services, { projectId, social_network: 'facebook', ...account }))
    const answer = await choose('200')
    expect(answer).toMatchObject({ status: 409, code: 'other_account_connected' })
    expect(answer.message).toContain('Page 300 is already connected')
    expect((await accounts()).map(row => row.external_id)).toEqual(['300'])
  })

  it('names the permissions missing this time, and leaves the account as it was', async () => {
    await find()
    await choose('100')
    const before = await accounts()
    state.choices = [buildChoice('facebook', '100', { lacks: ['pages_manage_posts'] })]
    const answer = await find(true)
    expect(answer).toMatchObject({ status: 422, code: 'connection_lacks_permission' })
    expect(answer.message).toContain('pages_manage_posts')
    expect(await accounts()).toEqual(before)
  })

  it('allows the same page in two projects', async () => {
    await find()
    await choose('100')
    const first = cast
    cast = await buildCast(kit.db, { connected: [] })
    await find()
    expect((await choose('100')).status).toBe(200)
    expect(first.project.projectId).not.toBe(cast.project.projectId)
  })
})

describe('LinkedIn', () => {
  const begin = async (person = cast.admin, reconnect: 'true' | 'false' = 'false') => {
    const query = { callback_url: callback('linkedin'), reconnect }
    const { data } = await kit.ask(person, getLinkedinAuthorizationLink, { ...inProject(), query })
    return new URL(data.authorization_link).searchParams.get('state') ?? ''
  }
  const comeBack = (sent: string, person = cast.admin) =>
    kit.ask(person, listLinkedinOrganizations, { body: { code: 'canary-code', state: sent } })
  const expired = { status: 409, code: 'connection_expired' }

  it('connects with a code and a choice of organization', async () => {
    const found = await comeBack(await begin())
    expect(found.data).toMatchObject({
      project_social: null,
      project_id: cast.project.projectId,
      pages: [{ organization: '100', organizationName: 'Page 100' }, { organization: '200' }],
    })
    const body = { project_id: cast.project.projectId, organization: '200' }
    const answer = await kit.ask(cast.admin, connectLinkedinOrganization, { body })
    expect(answer.data).toMatchObject({ social_network: 'linkedin', name: 'Page 200' })
  })

  it('accepts a state once, even when several requests arrive together', async () => {
    const sent = await begin()
    const answers = await Promise.all([comeBack(sent), comeBack(sent), comeBack(sent)])
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 409, 409])
    expect(state.calls).toEqual(['exchange canary-code'])
    const query = { code: 'canary-code', state: sent }
    expect(await kit.ask(cast.admin, listLinkedinOrganizationsViaGet, { query })).toMatchObject(expired)
  })

  it('refuses a wrong or expired state and one of another session or network, without spending the code', async () => {
    const sent = await begin()
    const colleague = await buildPerson(kit.db, cast.project, 'agency-admin')
    expect(await comeBack('wrong')).toMatchObject(expired)
    expect(await comeBack(sent, colleague)).toMatchObject(expired)
    expect(await comeBack(sent, cast.stranger)).toMatchObject(expired)
    const body = { oauth_token: sent, oauth_verifier: 'v' }
    expect(await kit.ask(cast.admin, connectTwitter, { body })).toMatchObject(expired)
    await kit.db.updateTable('pending_connections').set({ expires_at: kit.clock.now() }).execute()
    expect(await comeBack(sent)).toMatchObject(expired)
    expect(state.calls).toEqual([])
    expect(await accounts()).toEqual([])
  })

  it('refuses the state of someone who may no longer connect accounts', async () => {
    const member = await buildPerson(kit.db, cast.project, 'agency-admin')
    const sent = await begin(member)
    await kit.db.deleteFrom('agency_admins').where('user_id', '=', member.userId).execute()
    expect(await comeBack(sent, member)).toMatchObject(expired)
    expect(state.calls).toEqual([])
  })

  it('does not accept a state again after the network refused the code', async () => {
    const sent = await begin()
    state.refused = { kind: 'refused', reason: 'invalid', response: 'no' }
    expect(await comeBack(sent)).toMatchObject({ status: 422, code: 'connection_refused' })
    state.refused = null
    expect(await comeBack(sent)).toMatchObject(expired)
  })

  it('stores only a hash of the state', async () => {
    const sent = await begin()
    const rows = await kit.db.selectFrom('pending_connections').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(sent)
  })

  it('ends a denied attempt and says which project it was for', async () => {
    const sent = await begin()
    const denied = await kit.ask(cast.admin, denyLinkedin, { body: { state: sent } })
    expect(denied.data).toEqual({ project_id: cast.project.projectId })
    expect(await comeBack(sent)).toMatchObject(expired)
  })

  it.each([
    'https://evil.example/linkedin/callback',
    'http://127.0.0.1:4500/twitter/callback',
    'http://127.0.0.1:4500/linkedin/callback?next=https://evil.example',
    'http://127.0.0.1:4500@evil.example/linkedin/callback',
    'http://127.0.0.1:4501/linkedin/callback',
    'javascript:alert(1)',
  ])('refuses the callback %s', async callback_url => {
    const query = { callback_url }
    const answer = await kit.ask(cast.admin, getLinkedinAuthorizationLink, { ...inProject(), query })
    expect(answer.status).toBe(422)
  })

  it('can be opened under either name of this machine', async () => {
    const query = { callback_url: 'http://localhost:4500/linkedin/callback' }
    const answer = await kit.ask(cast.admin, getLinkedinAuthorizationLink, { ...inProject(), query })
    expect(answer.status).toBe(200)
  })
})

describe('Twitter', () => {
  const begin = async () => {
    const query = { callback_url: callback('twitter') }
    const { data } = await kit.ask(cast.admin, getTwitterAuthorizationLink, { ...inProject(), query })
    return new URL(data.authorization_link).searchParams.get('oauth_token') ?? ''
  }
  const finish = (token: string) =>
    kit.ask(cast.admin, connectTwitter, { body: { oauth_token: token, oauth_verifier: 'canary-verifier' } })

  it('connects with a request token and verifier, completed by the secret saved on the server', async () => {
    state.choices = [buildChoice('twitter', '300')]
    const token = await begin()
    const answer = await finish(token)
    expect(answer.data).toMatchObject({
      projectId: cast.project.projectId,
      project_social: { social_network: 'twitter', account_details: { screen_name: 'Page 300' } },
    })
    expect(state.calls[0]).toMatch(/^finish canary-hidden-\d+ canary-verifier$/)
    expect(await finish(token)).toMatchObject({ status: 409, code: 'connection_expired' })
  })

  it('reports a denial through either call, and says which project it was for', async () => {
    const [one, two] = [await begin(), await begin()]
    const project = { projectId: cast.project.projectId }
    expect((await kit.ask(cast.admin, denyTwitterViaGet, { params: { oauthToken: one } })).data).toEqual(
      project,
    )
    expect((await kit.ask(cast.admin, denyTwitter, { body: { oauth_token: two } })).data).toEqual(project)
    for (const token of [one, two])
      expect(await finish(token)).toMatchObject({ status: 409, code: 'connection_expired' })
    expect(await accounts()).toEqual([])
  })

  it('refuses a different account, and renews the connected one', async () => {
    state.choices = [buildChoice('twitter', '300')]
    await finish(await begin())
    expect((await finish(await begin())).status).toBe(200)
    state.choices = [buildChoice('twitter', '301')]
    expect(await finish(await begin())).toMatchObject({ status: 409, code: 'other_account_connected' })
    expect((await accounts()).map(row => row.external_id)).toEqual(['300'])
  })
})

describe('The browser’s connect options', () => {
  it('are listed for each network, without any secret', async () => {
    const { data } = await kit.ask(cast.admin, listConnectOptions, inProject())
    expect(
      data.map(({ social_network, way, is_configured }) => [social_network, way, is_configured]),
    ).toEqual([
      ['facebook', 'browser', true],
      ['instagram', 'browser', true],
      ['linkedin', 'code', true],
      ['twitter', 'request_token', true],
    ])
    expect(data[0]?.sdk).toMatchObject({ version: 'v25.0', scopes: ['pages_show_list'], config_id: null })
    expect(data[2]?.callback_url).toBe(callback('linkedin'))
    expect(JSON.stringify(data)).not.toMatch(/secret/)
  })
})
