import { describe, expect, it } from 'vitest'
import { metrics } from '#domain/analytics/metrics.ts'
import { addDays, eachDay } from '#domain/kernel/days.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Insights, ReadResult } from '#server/networks/network-reader.ts'
import { testNow } from '#testing/app.ts'
import { unread, useGathering, valueOn } from '#testing/openings/gathering.ts'
import { buildProject } from '#testing/people.ts'
import { gatherInsights } from './gather-insights.ts'
import { listMetricStates, listPoints } from './points.ts'

const { kit, fake, gatherer, connect, pass, scopeOf } = useGathering()

const gather = () => gatherInsights(gatherer())
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

  it('marks a metric that the network has dropped, reads a failed one again, and leaves the others alone', async () => {
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

  it('waits for a limited account as long as its network says, and reads the others meanwhile', async () => {
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
