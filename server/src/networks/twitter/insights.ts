import type { MetricName } from '#domain/analytics/metrics.ts'
import { NETWORK_ZONE, pacificDay } from '#domain/analytics/pacific-days.ts'
import { addDays } from '#domain/kernel/days.ts'
import { instantOf } from '#domain/kernel/instant-of.ts'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import type { Insights, MetricSeries, ReadResult } from '#server/networks/network-reader.ts'
import type { TwitterApi } from './api.ts'
import { readFailure } from './read-failure.ts'
import { readTimeline, type Tweet } from './timeline.ts'
import { readMe } from './users.ts'

type Request = {
  readonly metrics: readonly string[]
  readonly from: string
  readonly to: string
  readonly now: Date
}
type Refusal = Insights['refused'][number]
type Part = { readonly series: readonly MetricSeries[]; readonly refused: readonly Refusal[] }
type Failed = ReturnType<typeof readFailure>

const PAGES_MAX = 32

type Counter = (metrics: NonNullable<Tweet['public_metrics']>) => number | undefined

/** The product's metrics and the counters of a post behind them. */
const counters: Record<string, Counter> = {
  retweets: metrics => metrics.retweet_count ?? metrics.repost_count,
  replies: metrics => metrics.reply_count,
  likes: metrics => metrics.like_count,
  quotes: metrics => metrics.quote_count,
} satisfies Partial<Record<MetricName<'twitter'>, Counter>>

/**
 * X keeps no history of an account, so daily figures are derived from its current answers (docs/product/twitter.md "Metrics"):
 * - `followers` is a snapshot: today's value, and only if today is among the requested days. Gathered daily, it becomes a series.
 * - `retweets`, `replies`, `likes` and `quotes` of a day are the current counts of the account's own posts **written on that day**,
 *   not what happened on that day. A day's value keeps growing while people react to its posts; a day without posts is 0.
 */
export const readInsights = async (
  api: TwitterApi,
  account: ConnectedAccount,
  request: Request,
): Promise<ReadResult<Insights>> => {
  const { metrics } = request
  const known = metrics.filter(metric => metric === 'followers' || counters[metric])
  const unknown = metrics.filter(metric => !known.includes(metric))
  const summed = metrics.filter(metric => counters[metric])
  const parts = [
    ...(metrics.includes('followers') ? [await readFollowers(api, account, request)] : []),
    ...(summed.length > 0 ? [await readSums(api, account, { ...request, metrics: summed })] : []),
  ]
  const failed = parts.filter((part): part is Failed => 'kind' in part)
  const [first] = failed
  if (first && failed.length === parts.length) return first
  const lost = failed.length === 0 ? [] : known.filter(metric => !parts.some(part => holds(part, metric)))
  const refused = [
    ...parts.flatMap(part => ('kind' in part ? [] : part.refused)),
    ...lost.map(metric => ({ metric, response: first?.response ?? '', isDropped: false })),
    ...unknown.map(metric => ({ metric, response: 'X has no such metric.', isDropped: true })),
  ]
  return {
    kind: 'read',
    value: { series: parts.flatMap(part => ('kind' in part ? [] : part.series)), refused },
  }
}

const holds = (part: Part | Failed, metric: string): boolean =>
  !('kind' in part) && [...part.series, ...part.refused].some(each => each.metric === metric)

const readFollowers = async (
  api: TwitterApi,
  account: ConnectedAccount,
  { from, to, now }: Request,
): Promise<Part | Failed> => {
  const today = pacificDay(now)
  if (today < from || today > to) return { series: [{ metric: 'followers', values: [] }], refused: [] }
  const { reply, me } = await readMe(api, account)
  if (!me) return readFailure(reply)
  const value = me.public_metrics?.followers_count
  if (value === undefined)
    return { series: [], refused: [{ metric: 'followers', response: reply.text, isDropped: true }] }
  return { series: [{ metric: 'followers', values: [{ date: today, value }] }], refused: [] }
}

const readSums = async (
  api: TwitterApi,
  account: ConnectedAccount,
  { metrics, from, to, now }: Request,
): Promise<Part | Failed> => {
  const posts = await readPostsOf(api, account, { from, to, now })
  if ('kind' in posts) return posts
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  const byDay = Map.groupBy(posts, ({ created_at }) => pacificDay(new Date(created_at ?? 0)))
  const isDead = (metric: string) => posts.some(post => countOf(post, metric) === undefined)
  const sum = (metric: string, day: string) =>
    (byDay.get(day) ?? []).reduce((total, post) => total + (countOf(post, metric) ?? 0), 0)
  const alive = metrics.filter(metric => !isDead(metric))
  const dead = metrics.filter(isDead)
  return {
    series: alive.map(metric => ({ metric, values: days.map(date => ({ date, value: sum(metric, date) })) })),
    refused: dead.map(metric => ({ metric, response: 'X no longer returns this metric.', isDropped: true })),
  }
}

const countOf = ({ public_metrics: metrics }: Tweet, metric: string): number | undefined =>
  metrics && counters[metric]?.(metrics)

/** The account's own posts of those days, including replies, whose reactions count as well. */
const readPostsOf = async (
  api: TwitterApi,
  account: ConnectedAccount,
  { from, to, now }: Omit<Request, 'metrics'>,
): Promise<Tweet[] | Failed> => {
  const start = startOf(from)
  const end = startOf(addDays(to, 1))
  if (start >= now) return []
  const query = {
    max_results: '100',
    exclude: 'retweets',
    'tweet.fields': 'created_at,public_metrics',
    start_time: wire(start),
    // X refuses an end in the future.
    ...(end.getTime() < now.getTime() - 60_000 && { end_time: wire(end) }),
  }
  const posts: Tweet[] = []
  let token: string | undefined
  for (let page = 0; page < PAGES_MAX; page++) {
    const requested = token ? { ...query, pagination_token: token } : query
    const { reply, timeline } = await readTimeline(api, account, requested)
    if (!timeline) return readFailure(reply)
    posts.push(...timeline.data)
    token = timeline.meta.next_token
    if (!token) break
  }
  return posts
}

const startOf = (day: string): Date => instantOf({ date: day, time: '00:00', timezone: NETWORK_ZONE })
const wire = (instant: Date): string => instant.toISOString().replace(/\.\d+Z$/, 'Z')
