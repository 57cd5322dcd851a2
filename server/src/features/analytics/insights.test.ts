import { describe, expect, it } from 'vitest'
import {
  listDailyInsights,
  listFansOnline,
  listInsightMetrics,
  listInsightTotals,
  listTopPostsByEngagement,
  listTopPostsByReach,
} from '#domain/analytics/contract.ts'
import { addDays } from '#domain/kernel/days.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { buildPoints, buildPublished } from '#testing/figures.ts'
import { useNewCast } from '#testing/people.ts'
import { buildMedia, buildPost } from '#testing/posts.ts'
import { ensureMetricAccount } from './points.ts'
import { analyticsRoutes } from './routes.ts'

const kit = useTestApp({ routes: analyticsRoutes })
const cast = useNewCast(kit)

// The tests' clock says 2026-06-01 01:00 in Pacific time.
const today = '2026-06-01'
const at = (social: 'facebook' | 'instagram' | 'twitter' = 'facebook') => ({
  params: { projectId: cast.project.projectId, social },
})
type DailyQuery = {
  metrics: string
  from?: string
  to?: string
  interval?: 'daily' | 'monthly' | 'all-last-two'
}
const daily = (query: DailyQuery, person: TestPerson = cast.creator) =>
  kit.ask(person, listDailyInsights, { ...at(), query })
const seriesOf = async (query: DailyQuery) => {
  const { data } = await daily(query)
  if (!Array.isArray(data)) throw new Error('not a list')
  return data
}
const keep = (metric: string, from: string, values: number[], project = cast.project) =>
  buildPoints(kit.db, project, { network: 'facebook', metric, from, values })

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

  it('compare a period whose last days are not reported yet with as many days before', async () => {
    await keep('page_impressions', '2026-05-18', Array(12).fill(10))
    const query = { metrics: 'page_impressions', from: '2026-05-25', to: '2026-05-31' }
    const { data } = await kit.ask(cast.admin, listInsightTotals, { ...at(), query })
    expect(data[0]).toMatchObject({ total: 50, previous: 50, percent: 0 })
    const wider = { ...query, from: '2026-05-22' }
    const longer = await kit.ask(cast.admin, listInsightTotals, { ...at(), query: wider })
    expect(longer.data[0]).toMatchObject({ total: 80, previous: null, percent: null })
  })

  it('have totals of the period and of the one before', async () => {
    await keep('page_impressions', '2026-05-25', [10, 10, 10, 20, 10, 15])
    const query = { metrics: 'page_impressions', from: '2026-05-28', to: '2026-05-30' }
    const { data } = await kit.ask(cast.admin, listInsightTotals, { ...at(), query })
    expect(data[0]).toMatchObject({ total: 45, previous: 30, percent: 50 })
    const long = { metrics: 'page_impressions', from: '2025-06-02', to: '2026-05-30' }
    const whole = await kit.ask(cast.admin, listInsightTotals, { ...at(), query: long })
    expect(whole.data[0]).toMatchObject({ total: 75, previous: null, percent: null })
  })
})

describe('Asking for figures', () => {
  it.each([
    ['an unknown metric', { metrics: 'page_fans,page_hats' }, 'Facebook has no metric page_hats.'],
    ['another network’s metric', { metrics: 'retweets' }, 'Facebook has no metric retweets.'],
    [
      'days too long ago',
      { metrics: 'page_fans', from: '2025-06-01', to: today },
      'At most the last 364 days can be shown.',
    ],
    [
      'days to come',
      { metrics: 'page_fans', from: today, to: '2026-06-03' },
      'There are no figures for future days.',
    ],
    [
      'an end before the start',
      { metrics: 'page_fans', from: today, to: '2026-05-30' },
      'The end is before the start.',
    ],
  ])('is refused for %s', async (_what, query, message) => {
    expect(await daily(query)).toMatchObject({ status: 422, code: 'validation_error', message })
    expect(await kit.ask(cast.creator, listInsightTotals, { ...at(), query })).toMatchObject({
      status: 422,
      message,
    })
  })

  it.each(['', 'page_fans,', 'PAGE', "page_fans';--"])('is refused for the list %j', async metrics => {
    expect(await daily({ metrics })).toMatchObject({ status: 422 })
  })

  it('is for admins and content creators of the project', async () => {
    const statusFor = async (person: TestPerson) => [
      (await daily({ metrics: 'page_fans' }, person)).status,
      (await kit.ask(person, listInsightTotals, { ...at(), query: { metrics: 'page_fans' } })).status,
      (await kit.ask(person, listTopPostsByReach, { ...at(), query: {} })).status,
      (await kit.ask(person, listTopPostsByEngagement, { ...at(), query: {} })).status,
      (await kit.ask(person, listFansOnline, { ...at(), query: {} })).status,
    ]
    for (const person of [cast.admin, cast.creator])
      expect(await statusFor(person)).toEqual(Array(5).fill(200))
    for (const person of [cast.internal, cast.external])
      expect(await statusFor(person)).toEqual(Array(5).fill(403))
    expect(await statusFor(cast.stranger)).toEqual(Array(5).fill(404))
  })

  it('can begin with the list of what there is', async () => {
    const { data } = await kit.ask(cast.external, listInsightMetrics, {})
    const one = (social_network: string, name: string) =>
      data.find(each => each.social_network === social_network && each.name === name)
    expect(one('facebook', 'page_impressions_paid')).toMatchObject({
      series: 'paid',
      kind: 'flow',
      is_dropped: false,
    })
    expect(one('facebook', 'page_fans_online')).toMatchObject({ is_dropped: true })
    expect(one('linkedin', 'retweets')).toBeUndefined()
  })
})

describe('The best posts', () => {
  const publish = async (
    day: string,
    figures: { reach?: number; likes?: number; comments?: number },
    message = '',
  ) => {
    const { postId, socialIds } = await buildPost(kit.db, cast.project, {
      socials: [{ network: 'facebook', message }],
    })
    const [social = 0] = socialIds
    const readings = [{ read_at: new Date('2026-06-01T00:00:00Z'), ...figures }]
    await buildPublished(kit.db, cast.project, social, { at: new Date(day), readings })
    return postId
  }
  const query = { from: addDays(today, -30), to: today }

  it('are ranked by reach or by likes, comments and shares, without those that have no such figure', async () => {
    const wide = await publish('2026-05-20T12:00:00Z', { reach: 900, likes: 1 }, 'Fresh bread')
    const loved = await publish('2026-05-21T12:00:00Z', { reach: 100, likes: 40, comments: 3 })
    await publish('2026-05-22T12:00:00Z', {})
    const byReach = (await kit.ask(cast.creator, listTopPostsByReach, { ...at(), query })).data
    const byEngagement = (await kit.ask(cast.creator, listTopPostsByEngagement, { ...at(), query })).data
    expect(byReach.posts.map(({ post_id }) => post_id)).toEqual([wide, loved])
    expect(byReach.posts[0]).toMatchObject({
      postSocial: { message: 'Fresh bread', attachments: [] },
      scheduled_at: null,
      timezone: 'Europe/Berlin',
      reach: 900,
      engagement: 1,
    })
    expect(byEngagement.posts.map(({ post_id, engagement }) => [post_id, engagement])).toEqual([
      [loved, 43],
      [wide, 1],
    ])
  })

  it('have their picture, and the time for which they were scheduled with its zone', async () => {
    const media = await buildMedia(kit.db, cast.project, { has_previews: true })
    const { postId, socialIds } = await buildPost(kit.db, cast.project, {
      socials: [{ network: 'facebook', message: 'Bread', media: [media] }],
      schedule: { date: '2026-05-20', time: '14:00' },
    })
    const readings = [{ read_at: new Date('2026-06-01T00:00:00Z'), reach: 7 }]
    const meantIn = { timezone: 'America/New_York' }
    await kit.db.updateTable('schedules').set(meantIn).where('post_id', '=', postId).execute()
    const published = new Date('2026-05-20T12:00:02Z')
    await buildPublished(kit.db, cast.project, socialIds[0] ?? 0, { at: published, readings })
    const { data } = await kit.ask(cast.creator, listTopPostsByReach, { ...at(), query })
    expect(data.posts.find(({ post_id }) => post_id === postId)).toMatchObject({
      scheduled_at: '2026-05-20T12:00:00.000Z',
      ...meantIn,
      postSocial: {
        message: 'Bread',
        attachments: [
          {
            object_data: {
              previews: {
                small: expect.stringMatching(/^\/media\/.+\/small$/),
                medium: expect.stringMatching(/\/medium$/),
              },
            },
          },
        ],
      },
    })
  })

  it('are those of Pacific days, and each day says how many went out', async () => {
    const inside = await publish(
      '2026-05-03T06:59:59Z',
      { reach: 5 },
      `Fresh bread ${'and more '.repeat(20)}`,
    )
    await publish('2026-05-03T07:00:00Z', { reach: 9 })
    const day = { from: '2026-05-01', to: '2026-05-02' }
    const { data } = await kit.ask(cast.creator, listTopPostsByReach, { ...at(), query: day })
    expect(data.posts.map(({ post_id }) => post_id)).toEqual([inside])
    const message = `Fresh bread ${'and more '.repeat(20)}`.slice(0, 80)
    expect(data.published).toEqual([{ date: '2026-05-02', count: 1, posts: [{ post_id: inside, message }] }])
  })

  it('are named for each day, the first three of many', async () => {
    for (const hour of [12, 9, 10, 11])
      await publish(`2026-05-04T${String(hour).padStart(2, '0')}:00:00Z`, {}, `At ${hour}`)
    const day = { from: '2026-05-04', to: '2026-05-05' }
    const { data } = await kit.ask(cast.creator, listTopPostsByEngagement, { ...at(), query: day })
    expect(data.posts).toEqual([])
    expect(data.published).toMatchObject([
      { count: 4, posts: [{ message: 'At 9' }, { message: 'At 10' }, { message: 'At 11' }] },
    ])
  })
})

describe('When followers are online', () => {
  it('is a week of days with 24 hours each', async () => {
    const hours = Array.from({ length: 24 }, (_, hour) => hour * 2)
    await buildPoints(kit.db, cast.project, {
      network: 'instagram',
      metric: 'online_followers',
      from: '2026-05-20',
      values: Array(10).fill(1),
      hours,
    })
    const { data } = await kit.ask(cast.creator, listFansOnline, {
      ...at('instagram'),
      query: { date: '2026-05-28' },
    })
    expect(data.days.map(({ date }) => date)).toEqual(
      Array.from({ length: 7 }, (_, n) => addDays('2026-05-22', n)),
    )
    expect(data.days[0]?.hours).toEqual(hours)
    const week = {
      metrics: 'online_followers',
      from: '2026-05-18',
      to: '2026-05-31',
      interval: 'weekly' as const,
    }
    const weekly = await kit.ask(cast.creator, listDailyInsights, { ...at('instagram'), query: week })
    // Two days of the first week are not reported; an average is not lower for that.
    expect(Array.isArray(weekly.data) && weekly.data[0]?.points).toEqual([
      { name: 'online_followers', date: '2026-05-18', value: null, extended_value: hours },
      { name: 'online_followers', date: '2026-05-25', value: null, extended_value: hours },
    ])
    const none = await kit.ask(cast.creator, listFansOnline, { ...at('twitter'), query: {} })
    expect(none.data).toEqual({ state: null, since: null, days: [] })
    const early = await kit.ask(cast.creator, listFansOnline, {
      ...at('twitter'),
      query: { date: '2020-01-01' },
    })
    expect(early).toMatchObject({ status: 422 })
  })
})
