import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listDailyInsights, listFansOnline, listInsightTotals } from '#domain/analytics/contract.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { dailyFigure, figuresOf, followersOn, isMissingDay, onlineHours } from '#sandbox/platform/figures.ts'
import type { SandboxAccount } from '#sandbox/platform/model.ts'
import { pastPosts } from '#sandbox/twitter/past-posts.ts'
import { connectAccount } from '#server/features/social-accounts/connected-accounts.ts'
import { createReaders, type NetworkReaders } from '#server/networks/adapters.ts'
import { instagramReader } from '#server/networks/instagram/read.ts'
import { linkedinReader } from '#server/networks/linkedin/read.ts'
import { startTestSandbox, type TestSandbox } from '#server/networks/testing.ts'
import { twitterReader } from '#server/networks/twitter/read.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { buildPerson, buildProject, type TestProject } from '#testing/people.ts'
import { gatherInsights } from './gather-insights.ts'
import { makeGatherer } from './gatherer.ts'
import { askForPast } from './read-past.ts'
import { analyticsRoutes } from './routes.ts'

// The figures go the whole way: a network's answers, its adapter, the database, the API. What is expected comes from the stand-in's own
// figures alone, added up here day by day.
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const daysBack = (day: string, count: number) => dateOf(Date.parse(day) - count * DAY_MS)
const daysOf = (from: string, to: string) => {
  const days: string[] = []
  for (let day = from; day <= to; day = dateOf(Date.parse(day) + DAY_MS)) days.push(day)
  return days
}
const everSettled = Date.parse('2040-01-01')
const reported = (account: SandboxAccount, metric: string, usual: number) => (day: string) =>
  dailyFigure(account, { metric, day, now: everSettled }, usual)
const engagement = (account: SandboxAccount) => (day: string) =>
  (['clicks', 'likes', 'comments', 'shares'] as const).reduce(
    (sum, metric) =>
      sum + reported(account, metric, { clicks: 24, likes: 18, comments: 4, shares: 3 }[metric])(day),
    0,
  )

/** What a day's posts have gathered in all. They are written long before midnight, whatever the time zone. */
const gathered =
  (account: SandboxAccount, name: 'shares' | 'comments' | 'likes' | 'quotes') =>
  (day: string): number =>
    pastPosts(account, Date.parse(day) + 2 * DAY_MS, Date.parse(day), Date.parse(day) + DAY_MS - 1).reduce(
      (sum, post) => sum + figuresOf(post, everSettled)[name],
      0,
    )

type Expected = Readonly<Record<string, (day: string) => number>>
/** The product's names of metrics with what they are by the network's own figures. */
const expectedOf: Readonly<Record<SocialNetwork, (account: SandboxAccount) => Expected>> = {
  facebook: account => ({
    page_fans: day => followersOn(account, day),
    page_impressions: reported(account, 'page_media_view', 2_400),
    page_impressions_paid: day => Math.round(reported(account, 'page_media_view', 2_400)(day) / 5),
    page_impressions_organic: day => {
      const all = reported(account, 'page_media_view', 2_400)(day)
      return all - Math.round(all / 5)
    },
    page_impressions_unique: reported(account, 'page_total_media_view_unique', 1_300),
    page_post_engagements: reported(account, 'page_post_engagements', 130),
    page_views_total: reported(account, 'page_views_total', 85),
    page_fan_adds: reported(account, 'page_daily_follows_unique', 11),
    page_fan_removes: reported(account, 'page_daily_unfollows_unique', 3),
  }),
  instagram: account => ({
    impressions: reported(account, 'views', 1_150),
    profile_views: reported(account, 'profile_links_taps', 14),
    reach: reported(account, 'reach', 640),
  }),
  linkedin: account => ({
    impressions: reported(account, 'impressions', 900),
    unique_impressions: day => Math.round(reported(account, 'impressions', 900)(day) * 0.68),
    clicks: reported(account, 'clicks', 24),
    engagement: engagement(account),
    total_engagement: engagement(account),
    page_views: reported(account, 'page views', 60),
    organic_follower_adds: reported(account, 'organic gain', 9),
    paid_follower_adds: reported(account, 'paid gain', 1),
  }),
  twitter: account => ({
    retweets: gathered(account, 'shares'),
    replies: gathered(account, 'comments'),
    likes: gathered(account, 'likes'),
    quotes: gathered(account, 'quotes'),
  }),
}
/** Only Meta has days that it never reports; of Instagram's figures the one that is reported as a series. */
const isUntold = (network: SocialNetwork, metric: string, account: SandboxAccount, day: string) =>
  (network === 'facebook' || metric === 'reach') && isMissingDay(account, day)

let sandbox: TestSandbox
let readers: NetworkReaders
const kit = useTestApp({ routes: analyticsRoutes })
beforeAll(async () => {
  const now = () => kit.clock.now()
  sandbox = await startTestSandbox(() => now().getTime())
  readers = {
    ...createReaders(sandbox.settings),
    instagram: instagramReader(sandbox.settings, now),
    linkedin: linkedinReader(sandbox.settings, now),
    twitter: twitterReader(sandbox.settings, now),
  }
})
afterAll(async () => {
  await sandbox.close()
})

let project: TestProject
let creator: TestPerson
beforeEach(async () => {
  await sandbox.clearFaults()
  // Accounts of earlier tests rest.
  await kit.db
    .updateTable('social_accounts')
    .set({ removed_at: new Date(0) })
    .execute()
  project = await buildProject(kit.db, { connected: [] })
  creator = await buildPerson(kit.db, project, 'content-creator')
})

const connectAt = async (network: SocialNetwork, at: string): Promise<SandboxAccount> => {
  kit.clock.set(new Date(at))
  const { externalId, details, token } = sandbox.accounts[network]
  await inTransaction(kit.db, tx =>
    connectAccount(tx, kit.services, {
      projectId: project.projectId,
      social_network: network,
      external_id: externalId,
      name: 'Harbor',
      account_details: details,
      logo_url: null,
      token: token.token,
      token_secret: token.secret,
    }),
  )
  await askForPast(kit.db, project.projectId, new Date(at))
  // The stand-in's figures depend on nothing else of it.
  return { id: externalId } as SandboxAccount
}

/** Looks after the account every three hours for so many days. */
const live = async (days: number, before: (turn: number) => Promise<unknown> = async () => undefined) => {
  for (let turn = 0; turn < days * 8; turn++) {
    await before(turn)
    await gatherInsights(makeGatherer(kit.services, readers))
    kit.clock.advance(3 * HOUR_MS)
  }
}

const ask = async (network: SocialNetwork, query: { metrics: string; from: string; to: string }) => {
  const params = { projectId: project.projectId, social: network }
  const daily = await kit.ask(creator, listDailyInsights, { params, query })
  const monthly = await kit.ask(creator, listDailyInsights, {
    params,
    query: { ...query, interval: 'monthly' as const },
  })
  const totals = await kit.ask(creator, listInsightTotals, { params, query })
  if (!Array.isArray(daily.data) || !Array.isArray(monthly.data)) throw new Error('not a list')
  return { daily: daily.data[0], monthly: monthly.data[0], total: totals.data[0] }
}

/** Compares what the API says of the days that are settled with what they were. */
const expectTrue = async (network: SocialNetwork, account: SandboxAccount) => {
  const today = dateOf(kit.clock.now().getTime() - 8 * HOUR_MS)
  const [from, to] = [daysBack(today, 360), daysBack(today, 5)]
  const days = daysOf(from, to)
  for (const [metric, figureOn] of Object.entries(expectedOf[network](account))) {
    const known = days.filter(day => !isUntold(network, metric, account, day))
    const { daily, monthly, total } = await ask(network, { metrics: metric, from, to })
    expect([metric, daily?.points]).toEqual([
      metric,
      days.map(date => ({
        name: metric,
        date,
        value: known.includes(date) ? figureOn(date) : null,
        extended_value: null,
      })),
    ])
    const months = [...Map.groupBy(known, day => day.slice(0, 7))]
    const isLevel = metric === 'page_fans'
    const isPeople = ['page_impressions_unique', 'reach', 'unique_impressions'].includes(metric)
    const sumOf = (some: readonly string[]) => some.reduce((sum, day) => sum + figureOn(day), 0)
    const figureOf = (some: readonly string[]) =>
      isLevel ? figureOn(some.at(-1) ?? '') : isPeople ? Math.round(sumOf(some) / some.length) : sumOf(some)
    expect([metric, monthly?.points]).toEqual([
      metric,
      months.map(([month, some]) => ({
        name: metric,
        date: `${month}-01`,
        value: figureOf(some),
        extended_value: null,
      })),
    ])
    expect([metric, total?.total]).toEqual([metric, figureOf(known)])
  }
  return { missing: days.filter(day => isMissingDay(account, day)) }
}

describe('The figures of a network reach the API whole', () => {
  it.each([
    ['facebook', 'the spring’s change of the clock', '2026-03-05T20:00:00Z'],
    ['facebook', 'the autumn’s change of the clock', '2026-10-29T20:00:00Z'],
    ['instagram', 'a new year', '2026-12-28T20:00:00Z'],
    ['linkedin', 'a new year', '2026-12-28T20:00:00Z'],
  ] as const)('of %s, over %s', async (network, _what, at) => {
    const account = await connectAt(network, at)
    await live(9)
    const { missing } = await expectTrue(network, account)
    // A year in which nothing is missing would prove nothing about days that are.
    expect(missing).not.toEqual([])
  })

  it('of Twitter, as what the posts of each day have gathered', async () => {
    const account = await connectAt('twitter', '2026-06-10T20:00:00Z')
    // As long as a year takes: what posts of these days go on to gather is not read again after the third day.
    await live(2)
    await expectTrue('twitter', account)
  })

  it('of Facebook, while it is down, limited, answers for half of the metrics only or lacks its newest day', async () => {
    const account = await connectAt('facebook', '2026-06-10T20:00:00Z')
    const trouble = ['figures_half', 'figures_limited', 'figures_empty'] as const
    const met = new Set<string>()
    await live(9, async turn => {
      const fault = trouble[turn % 4]
      for (const used of await sandbox.faults()) if (used.hits > 0) met.add(used.fault)
      await sandbox.clearFaults()
      if (fault && turn < 48)
        await sandbox.fault({ network: 'facebook', fault, times: null, retry_after: 7_200 })
    })
    expect([...met].toSorted()).toEqual(trouble.toSorted())
    await expectTrue('facebook', account)
  })

  it('of the hours in which followers are online, each day with its own and none with another one’s', async () => {
    const account = await connectAt('instagram', '2026-06-10T20:00:00Z')
    await gatherInsights(makeGatherer(kit.services, readers))
    for (let turn = 0; turn < 16; turn++) await gatherInsights(makeGatherer(kit.services, readers))
    const { data } = await kit.ask(creator, listFansOnline, {
      params: { projectId: project.projectId, social: 'instagram' as const },
      query: {},
    })
    expect(data.days.length).toBeGreaterThan(4)
    expect(data.days.map(({ date }) => date)).not.toContain('2026-06-10')
    for (const { date, hours } of data.days) expect(hours).toEqual(onlineHours(account, date))
  })

  it('too low at first, and corrected when the network has counted all', async () => {
    const account = await connectAt('facebook', '2026-06-10T20:00:00Z')
    const day = daysOf('2026-06-08', '2026-06-09').find(each => !isMissingDay(account, each)) ?? ''
    const impressions = async () =>
      (await ask('facebook', { metrics: 'page_impressions', from: day, to: '2026-06-10' })).daily?.points[0]
        ?.value
    const whole = reported(account, 'page_media_view', 2_400)(day)
    await gatherInsights(makeGatherer(kit.services, readers))
    expect(await impressions()).toBeLessThan(whole)
    await live(5)
    expect(await impressions()).toBe(whole)
  })
})
