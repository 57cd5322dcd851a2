import { beforeEach, describe, expect, it } from 'vitest'
import { checkSocialAccount, listSocialAccounts } from '#domain/social-accounts/contract.ts'
import { makeKey } from '#server/config.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { stubConnectors } from '#testing/connectors.ts'
import { buildCast, useNewCast } from '#testing/people.ts'
import { connectAccount } from './connected-accounts.ts'
import { makeSocialAccountRoutes } from './routes.ts'

const { connectors, state } = stubConnectors()

const kit = useTestApp({
  routes: makeSocialAccountRoutes(() => connectors),
  config: { TOKEN_KEY: makeKey() },
})
const cast = useNewCast(kit, { connected: [] })
beforeEach(async () => {
  await kit.db.transaction().execute(tx =>
    connectAccount(tx, kit.services, {
      projectId: cast.project.projectId,
      social_network: 'facebook',
      external_id: 'harbor',
      name: 'Harbor',
      account_details: {},
      logo_url: null,
      token: 'canary',
    }),
  )
  state.health = { kind: 'works', expiresAt: null }
  state.calls.length = 0
})

const check = (person: TestPerson = cast.admin, social: 'facebook' | 'twitter' = 'facebook') =>
  kit.ask(person, checkSocialAccount, { params: { projectId: cast.project.projectId, social } })
const setCheckedAt = (checked_at: Date) =>
  kit.db
    .updateTable('social_accounts')
    .set({ checked_at })
    .where('project_id', '=', cast.project.projectId)
    .execute()

describe('Checking a social account now', () => {
  it('asks the network, stores the result and returns it', async () => {
    state.health = { kind: 'reconnect_needed', response: 'revoked' }
    const { data } = await check()
    expect(state.calls).toEqual(['check harbor'])
    expect(data).toMatchObject({
      is_answered: true,
      connection: {
        social_network: 'facebook',
        account: { health: 'needs_reconnecting', reason: 'refused' },
      },
    })
    const params = { projectId: cast.project.projectId }
    const listed = (await kit.ask(cast.admin, listSocialAccounts, { params })).data
    expect(listed[0]).toEqual(data.connection)
  })

  it('clears the refusal of an earlier check once the account works', async () => {
    state.health = { kind: 'reconnect_needed', response: 'revoked' }
    await check()
    await setCheckedAt(new Date(Date.now() - 60_000))
    state.health = { kind: 'works', expiresAt: null }
    expect((await check()).data.connection.account).toMatchObject({ health: 'works', reason: null })
  })

  it('does not ask the network again within ten seconds', async () => {
    await check()
    expect((await check()).data.is_answered).toBe(true)
    expect(state.calls).toEqual(['check harbor'])
  })

  it('reports that the network did not answer, and leaves the account as it was', async () => {
    await setCheckedAt(new Date(Date.now() - 60_000))
    state.health = { kind: 'cannot_tell', response: '503' }
    expect((await check()).data).toMatchObject({
      is_answered: false,
      connection: { account: { health: 'works' } },
    })
  })

  it('answers 404 when no account of the network is connected', async () => {
    expect(await check(cast.admin, 'twitter')).toMatchObject({ status: 404 })
  })

  it('is for admins only, and answers 404 to other tenants', async () => {
    const stranger = await buildCast(kit.db)
    expect(await check(cast.creator)).toMatchObject({ status: 403 })
    expect(await check(cast.external)).toMatchObject({ status: 403 })
    expect(await check(stranger.admin)).toMatchObject({ status: 404 })
    expect(state.calls).toEqual([])
  })
})
