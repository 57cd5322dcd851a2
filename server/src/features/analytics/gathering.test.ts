import { beforeEach, describe, expect, it } from 'vitest'
import { metrics } from '#domain/analytics/metrics.ts'
import { addDays, eachDay } from '#domain/kernel/days.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { connectAccount } from '#server/features/social-accounts/connected-accounts.ts'
import type { NetworkReaders } from '#server/networks/adapters.ts'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import type { Insights, NetworkReader, PostFigures, ReadResult } from '#server/networks/network-reader.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import { findSystemScope } from '#server/platform/session/scope.ts'
import { testNow, useTestApp } from '#testing/app.ts'
import { buildPublished } from '#testing/figures.ts'
import { buildProject, type TestProject } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { gatherInsights } from './gather-insights.ts'
import { gatherPostFigures } from './gather-post-figures.ts'
import { makeGatherer } from './gatherer.ts'
import { listMetricStates, listPoints } from './points.ts'
import { listPublishedFigures } from './post-figures.ts'

/** A Pacific day with a value that tells which one it is. */
const valueOn = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000

const unread = (reason: 'limited' | 'down', retryAfterMs: number | null = null): ReadResult<never> => ({
  kind: 'not_read',
  reason,
  retryAfterMs,
  response: reason,
})
/** A network that answers as `on` says, by default a value for each day of each metric. */
const fakeReaders = () => {
  const state = {
    calls: [] as { account: string; from: string; to: string }[],
    insights: null as
      | ((request: { from: string; to: string }, account: string) => ReadResult<Insights>)
      | null,
    figures: null as ReadResult<readonly PostFigures[]> | null,
  }
  const reader: Pick<NetworkReader, 'readInsights' | 'readOnlineHours' | 'readPostFigures'> = {
    readInsights: async ({ externalId: account }, { metrics: names, from, to }) => {
      state.calls.push({ account, from, to })
      const own = state.insights?.({ from, to }, account)
      if (own) return own
      const values = eachDay({ start: from, end: to }).map(date => ({ date, value: valueOn(date) }))
      return { kind: 'read', value: { series: names.map(metric => ({ metric, values })), refused: [] } }
    },
    readOnlineHours: async () => ({
      kind: 'not_read',
      reason: 'not_supported',
      retryAfterMs: null,
      response: '',
    }),
    readPostFigures: async () => state.figures ?? unread('down'),
  }
  const readers = { facebook: reader, instagram: reader, linkedin: reader, twitter: reader }
  return { state, readers: readers as unknown as NetworkReaders }
}

const kit = useTestApp({ routes: [] })

let project: TestProject
let fake: ReturnType<typeof fakeReaders>
const connect = async (network: SocialNetwork, external_id: string, to = project) =>
  inTransaction(kit.db, tx =>
    connectAccount(tx, kit.services, {
      projectId: to.projectId,
      social_network: network,
      external_id,
      name: 'Harbor',
      account_details: {},
      logo_url: null,
      token: 'token',
    }),
  )
beforeEach(async () => {
  kit.clock.set(testNow)
  // Accounts of earlier tests rest.
  await kit.db.updateTable('social_accounts').set({ removed_at: testNow }).execute()
  await kit.db.deleteFrom('figure_turns').execute()
  project = await buildProject(kit.db, { connected: [] })
  fake = fakeReaders()
})
const gather = () => gatherInsights(makeGatherer(kit.services, fake.readers))
const pass = (hours: number) => kit.clock.set(new Date(kit.clock.now().getTime() + hours * 3_600_000))
const scopeOf = async (of = project) => {
  const scope = await findSystemScope(kit.db, of.projectId)
  if (!scope) throw new Error('no project')
  return scope
}
const today = '2026-06-01'
const yearAgo = addDays(today, -364)
const read = async (metric: string, network: SocialNetwork = 'facebook') =>
  listPoints(kit.db, await scopeOf(), { network, metrics: [metric], from: yearAgo, to: today })

describe('Gathering the figures of an account', () => {
  it('reads a year when it is connected, in windows, each day once and right', async () => {
    await connect('facebook', 'page')
    await gather()
    const points = await read('page_fans')
    expect(points).toHaveLength(365)
    expect(points.every(({ day, value }) => value === valueOn(day))).toBe(true)
    expect(fake.state.calls).toHaveLength(5)
    fake.state.calls = []
    await gather()
    expect(fake.state.calls).toEqual([])
  })

  it('reads the latest three days again the next day, and keeps what the network has corrected', async () => {
    await connect('facebook', 'page')
    await gather()
    pass(33)
    fake.state.calls = []
    fake.state.insights = ({ to }) => ({
      kind: 'read',
      value: {
        series: [{ metric: 'page_fans', values: [{ date: addDays(to, -2), value: 7 }] }],
        refused: [],
      },
    })
    await gather()
    expect(fake.state.calls).toEqual([{ account: 'page', from: '2026-05-30', to: '2026-06-02' }])
    expect((await read('page_fans')).find(({ day }) => day === '2026-05-31')?.value).toBe(7)
    expect(await read('page_fans')).toHaveLength(365)
  })

  it('marks a metric that the network has dropped, reads a failed one again, and harms no other', async () => {
    await connect('facebook', 'page')
    await gather()
    pass(33)
    const broken = (refused: Insights['refused']) => {
      fake.state.insights = ({ from, to }) => ({
        kind: 'read',
        value: {
          series: [
            {
              metric: 'page_fans',
              values: eachDay({ start: from, end: to }).map(date => ({ date, value: 1 })),
            },
          ],
          refused,
        },
      })
    }
    broken([
      { metric: 'page_views_total', response: '(#100) must be a valid insights metric', isDropped: true },
      { metric: 'page_fan_adds', response: 'timeout', isDropped: false },
    ])
    await gather()
    const states = await listMetricStates(kit.db, await scopeOf(), 'facebook')
    const stateOf = (metric: string) => states.find(one => one.metric === metric)
    expect(stateOf('page_fans')).toMatchObject({ state: 'read', lastDay: '2026-06-02' })
    expect(stateOf('page_views_total')).toMatchObject({ state: 'dropped', lastDay: '2026-06-01' })
    expect(stateOf('page_fan_adds')).toMatchObject({ state: 'failed', lastDay: '2026-06-01' })
    // Its day is read again within the hour, from where it is behind.
    fake.state.calls = []
    fake.state.insights = null
    pass(1)
    await gather()
    expect(fake.state.calls[0]?.from).toBe('2026-05-30')
    const after = await listMetricStates(kit.db, await scopeOf(), 'facebook')
    expect(after.find(({ metric }) => metric === 'page_fan_adds')?.state).toBe('read')
  })

  it('waits for a limited account as long as its network says, and goes on with the others', async () => {
    await connect('facebook', 'limited')
    const other = await buildProject(kit.db, { connected: [] })
    await connect('facebook', 'free', other)
    fake.state.insights = (_, account) =>
      account === 'limited' ? unread('limited', 2 * 3_600_000) : (null as unknown as ReadResult<Insights>)
    await gather()
    const countFor = (account: string) => fake.state.calls.filter(call => call.account === account).length
    expect([countFor('limited'), countFor('free')]).toEqual([1, 5])
    fake.state.insights = null
    pass(1.9)
    await gather()
    expect(countFor('limited')).toBe(1)
    pass(0.2)
    await gather()
    expect(await read('page_fans')).toHaveLength(365)
  })

  it('tries again after an outage, later each time, and leaves no day out', async () => {
    await connect('linkedin', 'organization')
    fake.state.insights = () => unread('down')
    await gather()
    pass(0.2)
    await gather()
    expect(fake.state.calls).toHaveLength(2)
    pass(0.1)
    await gather()
    expect(fake.state.calls).toHaveLength(2)
    fake.state.insights = null
    pass(3)
    await gather()
    expect(await read('impressions', 'linkedin')).toHaveLength(365)
  })

  it('is done by one of two workers, and by another one when a worker dies over it', async () => {
    await connect('twitter', 'account')
    await Promise.all([gather(), gather()])
    const perWindow = Map.groupBy(fake.state.calls, ({ from }) => from)
    expect([...perWindow.values()].every(calls => calls.length === 1)).toBe(true)
    await kit.db
      .updateTable('metric_accounts')
      .set({ lease_until: new Date(testNow.getTime() + 60_000), due_at: testNow })
      .where('external_id', '=', 'account')
      .execute()
    fake.state.calls = []
    await gather()
    expect(fake.state.calls).toEqual([])
    pass(0.05)
    await gather()
    expect(fake.state.calls.length).toBeGreaterThan(0)
  })

  it('leaves removed accounts and those that need reconnecting alone', async () => {
    const removed = await connect('facebook', 'removed')
    await connect('linkedin', 'without access')
    await kit.db
      .updateTable('social_accounts')
      .set({ removed_at: testNow })
      .where('id', '=', removed)
      .execute()
    await kit.db
      .updateTable('social_accounts')
      .set({ needs_reconnecting: true })
      .where('external_id', '=', 'without access')
      .execute()
    await gather()
    expect(fake.state.calls).toEqual([])
  })

  it('requests only metrics that the network still has', async () => {
    const dropped = metrics.facebook.filter(({ from }) => from === null).map(({ name }) => name)
    expect(dropped).toEqual(['page_engaged_users', 'page_fans_online'])
    await connect('facebook', 'page')
    await gather()
    expect(await read('page_engaged_users')).toEqual([])
  })
})

describe('Gathering the figures of posts', () => {
  const gatherPosts = () => gatherPostFigures(makeGatherer(kit.services, fake.readers))
  const publish = async (at: Date) => {
    const post = await buildPost(kit.db, project, { socials: [{ network: 'facebook' }] })
    const id = post.socialIds[0] ?? 0
    await buildPublished(kit.db, project, id, { at })
    await kit.db
      .updateTable('post_socials')
      .set({ external_id: `x${id}` })
      .where('id', '=', id)
      .execute()
    return id
  }
  const figures = (externalId: string, likes: number): PostFigures => ({
    externalId,
    likes,
    reach: null,
    impressions: null,
    comments: null,
    shares: null,
    clicks: null,
    saves: 2,
  })
  const seen = async () => {
    const period = { from: new Date('2026-05-01'), until: new Date('2026-07-01') }
    const listed = await listPublishedFigures(kit.db, await scopeOf(), { network: 'facebook', ...period })
    return listed.map(({ likes, saves }) => ({ likes, saves }))
  }

  it('begins an hour after publishing and keeps each reading', async () => {
    await connect('facebook', 'page')
    const id = await publish(testNow)
    fake.state.figures = { kind: 'read', value: [figures(`x${id}`, 5)] }
    await gatherPosts()
    expect(await seen()).toEqual([{ likes: null, saves: null }])
    pass(1)
    await gatherPosts()
    expect(await seen()).toEqual([{ likes: 5, saves: 2 }])
    fake.state.figures = { kind: 'read', value: [figures(`x${id}`, 9)] }
    pass(1)
    await gatherPosts()
    expect(await seen()).toEqual([{ likes: 5, saves: 2 }])
    pass(4)
    await gatherPosts()
    expect(await seen()).toEqual([{ likes: 9, saves: 2 }])
    const readings = await kit.db
      .selectFrom('post_figures')
      .select('likes')
      .where('post_social_id', '=', id)
      .execute()
    expect(readings).toHaveLength(2)
  })

  it('tries again after an outage, and stops after 28 days', async () => {
    await connect('facebook', 'page')
    const id = await publish(testNow)
    pass(1)
    await gatherPosts()
    expect(await seen()).toEqual([{ likes: null, saves: null }])
    fake.state.figures = { kind: 'read', value: [figures(`x${id}`, 3)] }
    pass(1)
    await gatherPosts()
    expect(await seen()).toEqual([{ likes: 3, saves: 2 }])
    pass(28 * 24)
    await gatherPosts()
    const turns = await kit.db.selectFrom('figure_turns').selectAll().execute()
    expect(turns).toEqual([])
  })

  it('leaves a limited account alone as long as its network says, and one account’s trouble harms no other', async () => {
    await connect('facebook', 'page')
    const id = await publish(testNow)
    fake.state.figures = { kind: 'not_read', reason: 'limited', retryAfterMs: 3 * 3_600_000, response: '' }
    pass(1)
    await gatherPosts()
    fake.state.figures = { kind: 'read', value: [figures(`x${id}`, 3)] }
    pass(2)
    await gatherPosts()
    expect(await seen()).toEqual([{ likes: null, saves: null }])
    pass(1)
    await gatherPosts()
    expect(await seen()).toEqual([{ likes: 3, saves: 2 }])

    const mine = project
    project = await buildProject(kit.db, { connected: [] })
    await connect('facebook', 'broken page')
    await publish(new Date(testNow.getTime() - 24 * 3_600_000))
    project = mine
    const usual = fake.readers.facebook
    const readers = {
      ...fake.readers,
      facebook: {
        ...usual,
        readPostFigures: async (account: ConnectedAccount, ids: readonly string[]) => {
          if (account.externalId === 'broken page') throw new Error('nobody expected this')
          return usual.readPostFigures(account, ids)
        },
      },
    }
    fake.state.figures = { kind: 'read', value: [figures(`x${id}`, 8)] }
    pass(24)
    await gatherPostFigures(makeGatherer(kit.services, readers))
    expect(await seen()).toEqual([{ likes: 8, saves: 2 }])
  })
})
