import { describe, expect, it } from 'vitest'
import { useInsights } from '#testing/openings/insights.ts'
import { ensureMetricAccount } from './points.ts'

const { kit, cast, daily, keep } = useInsights()

const seriesOf = async (query: Parameters<typeof daily>[0]) => {
  const { data } = await daily(query)
  if (!Array.isArray(data)) throw new Error('not a list')
  return data
}

const point = (name: string, date: string, value: number | null) => ({
  name,
  date,
  value,
  extended_value: null,
})

describe('The figures of an account', () => {
  it('have a value for each day of the range, and none where nothing is known', async () => {
    await keep('page_impressions', '2026-05-28', [10, 20])
    await keep('page_impressions', '2026-05-31', [40, 50])
    await keep('page_impressions', '2026-05-28', [999, 999], cast.elsewhere)
    const [only] = await seriesOf({ metrics: 'page_impressions', from: '2026-05-29', to: '2026-05-31' })
    expect(only).toEqual({
      metric: 'page_impressions',
      series: 'total',
      kind: 'flow',
      state: 'unread',
      since: null,
      points: [
        point('page_impressions', '2026-05-29', 20),
        point('page_impressions', '2026-05-30', null),
        point('page_impressions', '2026-05-31', 40),
      ],
      percent: 100,
    })
    const [shortest] = await seriesOf({ metrics: 'page_impressions' })
    expect(shortest?.points.map(({ value }) => value)).toEqual([40, 50])
  })

  it('are summed by month, but followers are those of its last day', async () => {
    await keep('page_impressions', '2026-04-29', [1, 2, 4])
    await keep('page_fans', '2026-04-29', [100, 101, 99])
    const query = { metrics: 'page_fans,page_impressions', from: '2026-04-29', to: '2026-05-10' }
    const found = await seriesOf({ ...query, interval: 'monthly' })
    expect(found.map(({ metric, points }) => [metric, points.map(({ value }) => value)])).toEqual([
      ['page_fans', [101, 99]],
      ['page_impressions', [3, 4]],
    ])
  })

  it('have their last two values by each interval', async () => {
    await keep(
      'page_fans',
      '2026-03-30',
      Array.from({ length: 63 }, (_, index) => 1000 + index),
    )
    const { data } = await daily({ metrics: 'page_fans', interval: 'all-last-two' })
    if (Array.isArray(data)) throw new Error('a list')
    const ends = Object.entries(data).map(([interval, [one]]) => [interval, one?.points])
    expect(Object.fromEntries(ends)).toEqual({
      daily: [point('page_fans', '2026-05-30', 1061), point('page_fans', '2026-05-31', 1062)],
      weekly: [point('page_fans', '2026-05-18', 1055), point('page_fans', '2026-05-25', 1062)],
      monthly: [point('page_fans', '2026-04-01', 1031), point('page_fans', '2026-05-01', 1062)],
      quarterly: [point('page_fans', '2026-01-01', 1001), point('page_fans', '2026-04-01', 1062)],
    })
  })

  it('say which metric the network has dropped and which could not be read', async () => {
    const { external_id: externalId } = await kit.db
      .selectFrom('social_accounts')
      .select('external_id')
      .where('project_id', '=', cast.project.projectId)
      .where('social_network', '=', 'facebook')
      .executeTakeFirstOrThrow()
    const key = { projectId: cast.project.projectId, network: 'facebook' as const, externalId }
    const since = new Date('2026-05-01T00:00:00Z')
    const account = await ensureMetricAccount(kit.db, key)
    const values = { metric_account_id: account, metric: 1, state: 'failed', since } as const
    await kit.db.insertInto('metric_states').values(values).execute()
    const found = await seriesOf({ metrics: 'page_fans,page_engaged_users,page_impressions' })
    expect(found.map(({ metric, state, since }) => ({ metric, state, since }))).toEqual([
      { metric: 'page_fans', state: 'failed', since: since.toISOString() },
      { metric: 'page_engaged_users', state: 'dropped', since: null },
      { metric: 'page_impressions', state: 'unread', since: null },
    ])
  })
})
