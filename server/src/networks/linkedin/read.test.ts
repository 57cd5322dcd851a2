import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest'
import { metrics as metricsOf } from '#domain/analytics/metrics.ts'
import { addDays } from '#domain/kernel/days.ts'
import { answered, startTestSandbox, type TestSandbox, testTask } from '../testing.ts'
import { linkedin } from './linkedin.ts'
import { linkedinReader } from './read.ts'
import { vanityNameIn } from './search.ts'
import { type Stub, startStub } from './testing.ts'

let sandbox: TestSandbox
let stub: Stub
beforeAll(async () => {
  sandbox = await startTestSandbox()
  stub = await startStub()
})
afterEach(() => sandbox.clearFaults())
afterAll(async () => {
  await Promise.all([sandbox.close(), stub.close()])
})

const account = () => sandbox.accounts.linkedin
const reader = () => linkedinReader(sandbox.settings)
const read = async <T>(answer: Promise<{ kind: 'read'; value: T } | { kind: 'not_read' }>): Promise<T> => {
  const got = await answer
  if (got.kind !== 'read') throw new Error(JSON.stringify(got))
  return got.value
}
const today = () => new Date().toISOString().slice(0, 10)
const insights = (metrics: readonly string[], from: string, to: string) =>
  read(reader().readInsights(account(), { metrics, from, to }))
const valuesOf = async (metric: string, from: string, to: string) =>
  (await insights([metric], from, to)).series[0]?.values ?? []

test.each([
  ['harborcoffee', 'harborcoffee'],
  [' @HarborCoffee ', 'harborcoffee'],
  ['Harbor Coffee', 'harbor-coffee'],
  ['https://www.linkedin.com/company/harborcoffee/posts/?a=b', 'harborcoffee'],
  ['linkedin.com/showcase/caf%C3%A9', 'café'],
  ['https://example.com/company/x', null],
  ['   ', null],
])('“%s” can only mean the page called %s', (query, name) => {
  expect(vanityNameIn(query)).toBe(name)
})

describe('Mentioning on LinkedIn', () => {
  it('finds a page by its exact name or URL, with the name that a mention needs', async () => {
    const found = {
      id: '7410268',
      name: 'Northwind Outdoors',
      handle: 'northwindout',
      logoUrl: `${sandbox.url}/logos/northwind.png`,
    }
    for (const query of ['northwindout', 'https://www.linkedin.com/company/northwindout/'])
      expect(await read(reader().searchMentions(account(), query))).toEqual([found])
  })

  it('finds nothing by part of a name', async () => {
    expect(await read(reader().searchMentions(account(), 'northwind'))).toEqual([])
  })

  it('supports neither hashtags, keywords nor online hours', async () => {
    const answers = await Promise.all([
      reader().searchHashtags(account(), 'coffee'),
      reader().searchTags(account(), 'coffee'),
      reader().readOnlineHours(account(), today(), 'such_a_day'),
    ])
    for (const answer of answers) expect(answer).toMatchObject({ reason: 'not_supported' })
  })
})

describe('LinkedIn’s figures of a page', () => {
  it('are returned for each day up to two days ago', async () => {
    const values = await valuesOf('impressions', addDays(today(), -5), today())
    expect(values.map(({ date }) => date)).toEqual([-5, -4, -3, -2].map(days => addDays(today(), days)))
    for (const { value } of values) expect(value).toBeGreaterThan(0)
  })

  it('reach back at most a year', async () => {
    const values = await valuesOf('page_views', addDays(today(), -900), addDays(today(), -360))
    expect(values[0]?.date).toBe(addDays(today(), -364))
    expect(await valuesOf('page_views', addDays(today(), -900), addDays(today(), -800))).toEqual([])
    expect(await valuesOf('organic_followers', addDays(today(), -900), addDays(today(), -800))).toEqual([])
  })

  it('count every engagement and its rate to impressions', async () => {
    const day = addDays(today(), -3)
    const { series } = await insights(
      metricsOf.linkedin.map(({ name: metric }) => metric),
      day,
      day,
    )
    const of = Object.fromEntries(series.map(({ metric, values }) => [metric, values[0]?.value ?? 0]))
    const engaged = (of.clicks ?? 0) + (of.likes ?? 0) + (of.comments ?? 0) + (of.shares ?? 0)
    expect([of.engagement, of.total_engagement]).toEqual([engaged, engaged])
    expect(of.engagement_rate).toBeCloseTo(engaged / (of.impressions ?? 1), 8)
  })

  it('calculate earlier followers back from today’s by the daily gains', async () => {
    const [from, to] = [addDays(today(), -9), addDays(today(), -3)]
    const followers = await valuesOf('organic_followers', from, to)
    const adds = await valuesOf('organic_follower_adds', from, to)
    expect(followers).toHaveLength(7)
    for (const index of [1, 2, 3, 4, 5, 6]) {
      const grown = (followers[index]?.value ?? 0) - (followers[index - 1]?.value ?? 0)
      expect(grown).toBe(adds[index]?.value)
    }
  })

  it('lack only what LinkedIn no longer returns', async () => {
    await sandbox.fault({ network: 'linkedin', fault: 'metric_dead' })
    const day = addDays(today(), -3)
    const { series, refused } = await insights(['likes', 'page_views', 'nonsense'], day, day)
    expect(series.map(({ metric }) => metric)).toEqual(['likes'])
    expect(refused.map(({ metric }) => metric)).toEqual(['page_views', 'nonsense'])
  })

  it('are requested at midnight UTC with unencoded brackets', async () => {
    const away = linkedinReader(
      { ...sandbox.settings, linkedinUrl: stub.url },
      () => new Date('2026-06-20T13:00:00Z'),
    )
    const range = { from: '2026-06-01', to: '2026-06-02' }
    stub.answer('/rest/organizationPageStatistics', answered(200, { elements: [] }))
    await away.readInsights(account(), { metrics: ['page_views'], ...range })
    expect(stub.requests.at(-1)?.query).toContain(
      'timeIntervals=(timeRange:(start:1780272000000,end:1780444800000),timeGranularityType:DAY)',
    )
  })

  it('are not read without access, permission or remaining calls', async () => {
    const path = '/rest/organizationPageStatistics'
    const away = linkedinReader({ ...sandbox.settings, linkedinUrl: stub.url })
    const ask = () =>
      away.readInsights(account(), { metrics: ['page_views'], from: addDays(today(), -4), to: today() })
    const table: [number, string][] = [
      [401, 'reconnect_needed'],
      [403, 'permission'],
      [429, 'limited'],
    ]
    for (const [status, reason] of table) {
      stub.answer(path, answered(status, { status, message: 'no' }))
      expect(await ask()).toMatchObject({ kind: 'not_read', reason })
    }
  })
})

describe('LinkedIn’s posts', () => {
  const publish = async (message: string) => {
    const mentions = [{ id: '7410268', mention: '@northwindout', name: 'Northwind Outdoors' }]
    const task = testTask(account(), { type: 'text', message, mentions })
    const outcome = await linkedin(sandbox.settings).send(task)
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome))
    return outcome.externalId
  }

  it('are listed as readers see them', async () => {
    const id = await publish('With @northwindout (again) #coffee')
    const { posts } = await read(reader().listPosts(account(), { limit: 1, after: null }))
    expect(posts).toMatchObject([
      { externalId: id, text: 'With Northwind Outdoors (again) #coffee', thumbnailUrl: null },
    ])
    expect(posts[0]?.permalink).toContain(encodeURIComponent(id))
  })

  it('have figures, which are zero at first and missing once deleted', async () => {
    const id = await publish('To be counted')
    const gone = 'urn:li:share:7000000000000000001'
    const figures = await read(reader().readPostFigures(account(), [id, gone]))
    expect(figures).toEqual([
      { externalId: id, reach: 0, impressions: 0, likes: 0, comments: 0, shares: 0, clicks: 0, saves: null },
    ])
  })

  it('have the figures of videos and shares, with likes and comments from the newest source', async () => {
    const [share, video] = ['urn:li:share:1', 'urn:li:ugcPost:2']
    const totals = {
      uniqueImpressionsCounts: 9,
      impressionCount: 12,
      clickCount: 3,
      likeCount: 1,
      commentCount: 0,
      shareCount: 2,
    }
    const statistics = '/rest/organizationalEntityShareStatistics'
    stub.answer(
      statistics,
      answered(200, { elements: [{ share, totalShareStatistics: totals }] }),
      answered(200, {
        elements: [{ ugcPost: video, totalShareStatistics: { ...totals, impressionCount: 40 } }],
      }),
    )
    stub.answer(
      `/rest/socialActions/${encodeURIComponent(share)}`,
      answered(200, { likesSummary: { totalLikes: 5 }, commentsSummary: { aggregatedTotalComments: 4 } }),
    )
    stub.answer(
      `/rest/socialActions/${encodeURIComponent(video)}`,
      answered(403, { status: 403, message: 'no' }),
    )
    const away = linkedinReader({ ...sandbox.settings, linkedinUrl: stub.url })
    expect(await read(away.readPostFigures(account(), [share, video]))).toEqual([
      {
        externalId: share,
        reach: 9,
        impressions: 12,
        likes: 5,
        comments: 4,
        shares: 2,
        clicks: 3,
        saves: null,
      },
      {
        externalId: video,
        reach: 9,
        impressions: 40,
        likes: 1,
        comments: 0,
        shares: 2,
        clicks: 3,
        saves: null,
      },
    ])
  })
})
