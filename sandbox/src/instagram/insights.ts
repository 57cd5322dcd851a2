import type { GraphCall } from '../meta/call.ts'
import { GraphError } from '../meta/errors.ts'
import { graphFigureFailures } from '../meta/faults.ts'
import { daysEnding, type PacificDay } from '../meta/pacific-days.ts'
import { graphTime, readTime } from '../meta/paging.ts'
import { findPost } from '../meta/post-of-call.ts'
import { requireScopes } from '../meta/tokens.ts'
import { failIfFiguresDown, hasNewest } from '../platform/figure-faults.ts'
import { dailyFigure, figuresOf, followersOn, isMissingDay, onlineHours } from '../platform/figures.ts'
import type { Post, SandboxAccount } from '../platform/model.ts'
import type { HttpReply } from '../platform/sandbox.ts'
import { requireOwnAccount } from './account.ts'

const longestWindow = 30
const DAY_MS = 86_400_000

type Figure = (account: SandboxAccount, day: string, now: number) => number

/** Daily account metrics. `series`: one value per day. `total`: one sum, only with `metric_type=total_value`. `both`: either. */
const accountMetrics: Record<string, { shape: 'both' | 'series' | 'total'; figure: Figure }> = {
  reach: {
    shape: 'both',
    figure: (account, day, now) => dailyFigure(account, { metric: 'reach', day, now }, 640),
  },
  follower_count: {
    shape: 'series',
    figure: (account, day) => Math.max(0, followersOn(account, day) - followersOn(account, dayBefore(day))),
  },
  ...totals({
    views: 1_150,
    profile_links_taps: 14,
    accounts_engaged: 70,
    total_interactions: 96,
    likes: 74,
    comments: 9,
    shares: 7,
    saves: 6,
    replies: 2,
    reposts: 1,
    follows_and_unfollows: 5,
  }),
}

function totals(usual: Record<string, number>) {
  const each = ([name, value]: [string, number]) => {
    const figure: Figure = (account, day, now) => dailyFigure(account, { metric: name, day, now }, value)
    return [name, { shape: 'total' as const, figure }] as const
  }
  return Object.fromEntries(Object.entries(usual).map(each))
}

const dayBefore = (day: string) => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10)

/** Insights of the account or of one medium. */
export async function readInsights(call: GraphCall): Promise<HttpReply> {
  const metrics = (call.params.metric ?? '').split(',').filter(name => name !== '')
  if (metrics.length === 0)
    throw new GraphError({ message: '(#100) The parameter metric is required.', code: 100 })
  requireScopes(call.token, 'instagram_manage_insights')
  const post = findPost(call)
  if (!post) requireOwnAccount(call)
  const fault = await failIfFiguresDown(call.sandbox, call.account, metrics, graphFigureFailures)
  return {
    status: 200,
    body: {
      data: post ? mediaInsights(call, post, metrics) : accountInsights(call, metrics, hasNewest(fault)),
    },
  }
}

function accountInsights(call: GraphCall, metrics: string[], isWhole: boolean): unknown[] {
  checkNames(call, metrics, [...Object.keys(accountMetrics), 'online_followers'])
  const days = isWhole ? windowOf(call) : windowOf(call).slice(0, -1)
  return metrics.map(name => {
    const described = { name, period: call.params.period ?? 'day', title: titleOf(name), description: '' }
    const id = `${call.account.id}/insights/${name}/${described.period}`
    return { ...described, ...valuesOf(call, name, days), id }
  })
}

function valuesOf({ account, params, sandbox }: GraphCall, name: string, days: PacificDay[]) {
  if (name === 'online_followers') {
    if (params.period !== 'lifetime') throw badPeriod(name)
    const recent = sandbox.now() - DAY_MS
    return {
      values: days.map(({ day, endsAt }) => ({
        // The last day's hours are not counted yet.
        value: endsAt > recent ? {} : { ...onlineHours(account, day) },
        end_time: graphTime(endsAt),
      })),
    }
  }
  const metric = accountMetrics[name]
  if (!metric || params.period !== 'day') throw badPeriod(name)
  const isTotal = params.metric_type === 'total_value'
  const reported = days.filter(({ day }) => isTotal || !isMissingDay(account, day))
  const figures = reported.map(({ day, endsAt }) => ({
    value: metric.figure(account, day, sandbox.now()),
    end_time: graphTime(endsAt),
  }))
  if (metric.shape === 'total' && !isTotal) throw wrongType(name, 'total_value')
  if (metric.shape === 'series' && isTotal) throw wrongType(name, 'time_series')
  if (!isTotal) return { values: figures }
  return { total_value: { value: figures.reduce((sum, { value }) => sum + value, 0) } }
}

function windowOf({ params, sandbox }: GraphCall): PacificDay[] {
  const until = readTime(params.until) ?? sandbox.now()
  const since = readTime(params.since) ?? until - 2 * DAY_MS
  // One more hour, for the day on which the clocks go back.
  if (until - since > longestWindow * DAY_MS + 3_600_000)
    throw new GraphError({
      message: '(#100) There cannot be more than 30 days (2592000 s) between since and until',
      code: 100,
    })
  return daysEnding(since, Math.min(until, sandbox.now()))
}

const mediaMetrics = {
  FEED: ['reach', 'views', 'likes', 'comments', 'saved', 'shares', 'total_interactions', 'profile_visits'],
  STORY: ['reach', 'views', 'replies', 'shares', 'navigation', 'total_interactions', 'profile_visits'],
}

function mediaInsights(call: GraphCall, post: Post, metrics: string[]): unknown[] {
  const isStory = post.story_until !== undefined
  checkNames(call, metrics, mediaMetrics[isStory ? 'STORY' : 'FEED'])
  const now = call.sandbox.now()
  if (post.story_until !== undefined && post.story_until <= now)
    throw new GraphError({ message: '(#10) Story insights are no longer available.', code: 10 })
  const { reach, impressions: views, likes, comments, shares, saves, quotes, clicks } = figuresOf(post, now)
  const figures: Record<string, number> = {
    reach,
    views,
    likes,
    comments,
    shares,
    saved: saves,
    replies: quotes,
    navigation: clicks,
    total_interactions: isStory ? quotes + shares : likes + comments + shares + saves,
    profile_visits: Math.round(clicks / 4),
  }
  return metrics.map(name => ({
    name,
    period: 'lifetime',
    values: [{ value: figures[name] ?? 0 }],
    title: titleOf(name),
    description: '',
    id: `${post.id}/insights/${name}/lifetime`,
  }))
}

/** The metric that the fault `metric_dead` removes. One unknown metric fails the whole call. */
const METRIC_TO_KILL = 'reach'

function checkNames({ sandbox, account }: GraphCall, metrics: string[], known: string[]): void {
  const isDead = metrics.includes(METRIC_TO_KILL) && sandbox.faults.take('insights', 'instagram', account.id)
  const alive = isDead ? known.filter(name => name !== METRIC_TO_KILL) : known
  const bad = metrics.findIndex(name => !alive.includes(name))
  if (bad < 0) return
  throw new GraphError({
    message: `(#100) metric[${bad}] must be one of the following values: ${alive.join(', ')}`,
    code: 100,
  })
}

function wrongType(name: string, type: string): GraphError {
  return new GraphError({
    message: `(#100) The following metrics (${name}) should be specified with parameter metric_type=${type}`,
    code: 100,
  })
}

function badPeriod(name: string): GraphError {
  return new GraphError({ message: `(#100) Incompatible metrics (${name}) with period`, code: 100 })
}

const titleOf = (name: string) => name.replaceAll('_', ' ').replace(/^./, letter => letter.toUpperCase())
