import { describe, expect, it } from 'vitest'
import {
  connectFacebookPage,
  connectInstagramPage,
  listFacebookPagesViaGet,
  listInstagramPages,
} from '#domain/social-accounts/contract.ts'
import { makeSeal } from '#server/platform/session/seal.ts'
import { buildChoice } from '#testing/connectors.ts'
import { useConnections } from '#testing/openings/connections.ts'
import { buildCast, buildPerson, buildProject } from '#testing/people.ts'
import { connectAccount } from '../connected-accounts.ts'

const { kit, cast, state, inProject, accounts, find, choose } = useConnections()

describe('A network that asks for access in the browser', () => {
  it('offers the pages with id, name and logo, and connects the chosen one', async () => {
    const found = await find()
    expect(found.data).toEqual({
      project_social: null,
      pages: [
        { id: '100', name: 'Page 100', logo: 'https://cdn.example/logo.png', lacks: [], fb_page_id: null },
        { id: '200', name: 'Page 200', logo: 'https://cdn.example/logo.png', lacks: [], fb_page_id: null },
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

  it('connects a page and its Instagram account by one login, and tells which page the account is linked to', async () => {
    await find()
    state.choices = [
      buildChoice('instagram', '900', { details: { fb_page_name: 'Page 200', fb_page_id: '200' } }),
    ]
    const body = { token: 'canary-short' }
    const found = await kit.ask(cast.admin, listInstagramPages, { ...inProject(), body })
    expect(found.data.pages).toMatchObject([{ id: '900', fb_page_id: '200' }])
    expect((await choose('200')).status).toBe(200)
    const account = { project_id: cast.project.projectId, page_id: '900' }
    expect((await kit.ask(cast.admin, connectInstagramPage, { body: account })).status).toBe(200)
    const connected = (await accounts()).map(row => `${row.social_network} ${row.external_id}`)
    expect(connected.toSorted()).toEqual(['facebook 200', 'instagram 900'])
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
    const second = await buildCast(kit.db, { connected: [] })
    expect(second.project.projectId).not.toBe(cast.project.projectId)
    await find(false, second)
    expect((await choose('100', second)).status).toBe(200)
  })
})
