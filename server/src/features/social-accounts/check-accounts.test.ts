import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listSocialAccounts } from '#domain/social-accounts/contract.ts'
import { makeKey } from '#server/config.ts'
import type { AccountToken } from '#server/platform/session/seal.ts'
import { makeSeal } from '#server/platform/session/seal.ts'
import { useTestApp } from '#testing/app.ts'
import { stubConnectors } from '#testing/connectors.ts'
import { buildCast, type Cast, setProject } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { type AccountChecker, accountHealthChecker, checkAccount } from './check-account.ts'
import { checkAccounts } from './check-accounts.ts'
import { saveAccount } from './connected-accounts.ts'
import { makeSocialAccountRoutes } from './routes.ts'

const DAY = 86_400_000
const { connectors, state } = stubConnectors()
let cast: Cast
let checker: AccountChecker
let accountId: number

const kit = useTestApp({
  routes: makeSocialAccountRoutes(() => connectors),
  config: { TOKEN_KEY: makeKey() },
})
beforeAll(async () => {
  checker = accountHealthChecker(kit.services, {
    connectors,
    now: async () => kit.clock.now(),
    random: () => 0.5,
  })
})
beforeEach(async () => {
  await kit.db.updateTable('social_accounts').set({ removed_at: new Date() }).execute()
  cast = await buildCast(kit.db, { connected: [] })
  state.health = { kind: 'works', expiresAt: null }
  state.refresh = async () => ({ kind: 'refused', reason: 'down', response: 'no' })
  state.calls.length = 0
  accountId = await connect({ expiresAt: null })
})

const inDays = (days: number) => new Date(kit.clock.now().getTime() + days * DAY)
const connect = async (own: { expiresAt: Date | null; token?: AccountToken; isRenewable?: boolean }) => {
  const saved = await kit.db.transaction().execute(tx =>
    saveAccount(
      tx,
      makeSeal(kit.services.config),
      {
        projectId: cast.project.projectId,
        social_network: 'facebook',
        external_id: 'harbor',
        name: 'Harbor',
        account_details: { fb_page_name: 'Harbor' },
        logo_url: null,
        token: { token: 'canary' },
        isRenewable: false,
        scopes: [],
        connectedBy: cast.admin.userId,
        ...own,
      },
      kit.clock.now(),
    ),
  )
  return saved.kind === 'saved' ? saved.id : 0
}
const account = () =>
  kit.db.selectFrom('social_accounts').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow()
const tokenOf = async () => {
  const row = await account()
  const place = { projectId: row.project_id, network: row.social_network, externalId: row.external_id }
  return makeSeal(kit.services.config).open(
    place,
    row.sealed_token ?? Buffer.alloc(0),
    row.token_key_id ?? '',
  )
}
const emitted = async () =>
  (
    await kit.db
      .selectFrom('events')
      .select(['type', 'detail'])
      .where('project_id', '=', cast.project.projectId)
      .orderBy('id')
      .execute()
  ).map(({ type, detail }) => [type, detail.days ?? detail.reason])
const network = async () => {
  const { data } = await kit.ask(cast.admin, listSocialAccounts, {
    params: { projectId: cast.project.projectId },
  })
  return data[0]
}

describe('Checking connected accounts', () => {
  it('asks the network a few times a day, and not before a check is due', async () => {
    await checkAccounts(checker)
    expect(state.calls).toEqual([])
    kit.clock.advance(6 * 3_600_000 * 1.25)
    await checkAccounts(checker)
    await checkAccounts(checker)
    expect(state.calls).toEqual(['check harbor'])
    expect((await account()).checked_at).toEqual(kit.clock.now())
  })

  it('reports once that an account needs reconnecting, and again only after it has worked in between', async () => {
    state.health = { kind: 'reconnect_needed', response: 'revoked' }
    await checkAccount(checker, accountId)
    await checkAccount(checker, accountId)
    expect(await emitted()).toEqual([['social_account.needs_reconnecting', 'refused']])
    expect(await network()).toMatchObject({ account: { health: 'needs_reconnecting', reason: 'refused' } })
    state.health = { kind: 'works', expiresAt: null }
    await checkAccount(checker, accountId)
    expect(await network()).toMatchObject({ account: { health: 'works', reason: null } })
    state.health = { kind: 'reconnect_needed', response: 'revoked' }
    await checkAccount(checker, accountId)
    expect(await emitted()).toHaveLength(2)
  })

  it('reports at once what publishing has found, and does not clear it because the token works', async () => {
    await kit.db
      .updateTable('social_accounts')
      .set({ needs_reconnecting: true })
      .where('id', '=', accountId)
      .execute()
    await checkAccounts(checker)
    await checkAccounts(checker)
    expect(await emitted()).toEqual([['social_account.needs_reconnecting', 'publish_refused']])
    expect(await account()).toMatchObject({ needs_reconnecting: true, reconnect_reason: 'publish_refused' })
  })

  it('changes nothing if the network does not answer, and shows the health as unknown after three times', async () => {
    state.health = { kind: 'cannot_tell', response: '503' }
    await checkAccount(checker, accountId)
    await checkAccount(checker, accountId)
    expect(await network()).toMatchObject({ account: { health: 'works' } })
    await checkAccount(checker, accountId)
    expect(await network()).toMatchObject({ account: { health: 'unknown' } })
    expect(await emitted()).toEqual([])
  })

  it('warns once each at 14, 7, 3 and 1 days before the access expires, and then reports that it has expired', async () => {
    accountId = await connect({ expiresAt: inDays(16) })
    for (let day = 0; day < 18; day++) {
      await checkAccount(checker, accountId)
      await checkAccount(checker, accountId)
      kit.clock.advance(DAY)
    }
    expect(await emitted()).toEqual([
      ['social_account.expiring', 14],
      ['social_account.expiring', 7],
      ['social_account.expiring', 3],
      ['social_account.expiring', 1],
      ['social_account.needs_reconnecting', 'expired'],
    ])
  })

  it('reports an expiry at once, without waiting for the next regular check', async () => {
    accountId = await connect({ expiresAt: inDays(0.01) })
    await checkAccounts(checker)
    expect(await emitted()).toEqual([])
    kit.clock.advance(0.01 * DAY)
    await checkAccounts(checker)
    await checkAccounts(checker)
    expect(await emitted()).toEqual([['social_account.needs_reconnecting', 'expired']])
  })

  it('warns again after the account was reconnected with a new expiry', async () => {
    accountId = await connect({ expiresAt: inDays(2) })
    await checkAccount(checker, accountId)
    accountId = await connect({ expiresAt: inDays(13) })
    await checkAccount(checker, accountId)
    expect((await emitted()).map(([, days]) => days)).toEqual([3, 14])
  })

  it('does not overwrite an account that was reconnected or removed during the check', async () => {
    state.health = { kind: 'reconnect_needed', response: 'revoked' }
    const slow = {
      ...connectors,
      facebook: {
        ...connectors.facebook,
        check: async () => {
          await connect({ expiresAt: inDays(60) })
          return state.health
        },
      },
    }
    await checkAccount({ ...checker, connectors: slow }, accountId)
    expect(await account()).toMatchObject({ needs_reconnecting: false, expires_at: inDays(60) })
    expect(await emitted()).toEqual([])
  })
})

describe('Renewing access', () => {
  const renewable = { token: { token: 'canary', refresh: 'canary-refresh' }, isRenewable: true }
  const fresh = async () => ({
    kind: 'granted' as const,
    grant: { token: { token: 'canary-2' }, expiresAt: inDays(60), scopes: [] },
  })

  it('happens ten days before the expiry, keeps the refresh token, and warns nobody', async () => {
    accountId = await connect({ ...renewable, expiresAt: inDays(11) })
    state.refresh = fresh
    await checkAccount(checker, accountId)
    expect(state.calls).toEqual(['check harbor'])
    kit.clock.advance(2 * DAY)
    const end = inDays(60)
    await checkAccount(checker, accountId)
    expect(await tokenOf()).toEqual({ token: 'canary-2', refresh: 'canary-refresh' })
    expect((await account()).expires_at).toEqual(end)
    expect(await emitted()).toEqual([])
  })

  it('is done by one process at a time', async () => {
    accountId = await connect({ ...renewable, expiresAt: inDays(5) })
    state.refresh = async () => {
      await new Promise(resolve => setTimeout(resolve, 50))
      return fresh()
    }
    await Promise.all(Array.from({ length: 8 }, () => checkAccount(checker, accountId)))
    expect(state.calls.filter(call => call === 'refresh harbor')).toHaveLength(1)
  })

  it('is taken over two minutes after the process that started it has died', async () => {
    accountId = await connect({ ...renewable, expiresAt: inDays(5) })
    state.refresh = fresh
    await kit.db
      .updateTable('social_accounts')
      .set({ check_lease_until: new Date(kit.clock.now().getTime() + 120_000) })
      .where('id', '=', accountId)
      .execute()
    await checkAccount(checker, accountId)
    expect(state.calls).toEqual([])
    kit.clock.advance(120_000)
    await checkAccount(checker, accountId)
    expect(state.calls).toEqual(['refresh harbor', 'check harbor'])
  })

  it('keeps the usable token if it fails, and is tried again', async () => {
    accountId = await connect({ ...renewable, expiresAt: inDays(5) })
    await checkAccount(checker, accountId)
    expect(await tokenOf()).toEqual(renewable.token)
    expect(await account()).toMatchObject({ needs_reconnecting: false, is_renewable: true })
    await checkAccount(checker, accountId)
    expect(state.calls.filter(call => call === 'refresh harbor')).toHaveLength(2)
  })

  it('warns of the expiry once the network refuses for good, and uses the token until then', async () => {
    accountId = await connect({ ...renewable, expiresAt: inDays(5) })
    state.refresh = async () => ({ kind: 'refused', reason: 'invalid', response: 'no' })
    await checkAccount(checker, accountId)
    expect(await tokenOf()).toEqual(renewable.token)
    expect(await account()).toMatchObject({ needs_reconnecting: false, is_renewable: false })
    expect(await emitted()).toEqual([['social_account.expiring', 7]])
    expect(await network()).toMatchObject({ account: { health: 'expiring' } })
  })

  it('keeps the new token even if the check after it crashes', async () => {
    accountId = await connect({ ...renewable, expiresAt: inDays(5) })
    state.refresh = fresh
    const dying = {
      ...connectors,
      facebook: { ...connectors.facebook, check: () => Promise.reject(new Error('killed')) },
    }
    await expect(checkAccount({ ...checker, connectors: dying }, accountId)).rejects.toThrow('killed')
    expect((await tokenOf()).token).toBe('canary-2')
  })
})

describe('The social accounts screen', () => {
  const plan = (status: 'approved' | 'scheduled' | 'draft', date: string) =>
    buildPost(kit.db, cast.project, {
      type: 'text',
      socials: [{ network: 'facebook', status }],
      schedule: { date, time: '12:00' },
    })
  const day = (days: number) => inDays(days).toISOString().slice(0, 10)

  it('shows all four networks, who connected, and which one is the master', async () => {
    await setProject(kit.db, cast.project.projectId, 'post-master-content-social-network-id', 'facebook')
    const { data } = await kit.ask(cast.admin, listSocialAccounts, {
      params: { projectId: cast.project.projectId },
    })
    expect(data.map(one => [one.social_network, one.account?.name])).toEqual([
      ['facebook', 'Harbor'],
      ['instagram', undefined],
      ['linkedin', undefined],
      ['twitter', undefined],
    ])
    expect(data[0]?.account).toMatchObject({
      is_master: true,
      health: 'works',
      expires_at: null,
      connected_by: { id: cast.admin.userId, name: cast.admin.name },
      last_checked_at: kit.clock.now().toISOString(),
    })
  })

  it('counts as at risk the cleared posts after the expiry, and all of them while the account needs reconnecting', async () => {
    await plan('approved', day(2))
    await plan('scheduled', day(9))
    await plan('draft', day(9))
    expect((await network())?.posts_at_risk).toBe(0)
    accountId = await connect({ expiresAt: inDays(5) })
    expect((await network())?.posts_at_risk).toBe(1)
    state.health = { kind: 'reconnect_needed', response: 'revoked' }
    await checkAccount(checker, accountId)
    expect((await network())?.posts_at_risk).toBe(2)
    await connect({ expiresAt: inDays(5), isRenewable: true })
    expect((await network())?.posts_at_risk).toBe(0)
  })
})
