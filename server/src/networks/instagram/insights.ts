import { z } from 'zod'
import type { MetricName } from '#domain/analytics/metrics.ts'
import { pacificDay } from '#domain/analytics/pacific-days.ts'
import { addDays, daysBetween, eachDay } from '#domain/kernel/days.ts'
import { dayEndingAt, spanOf } from '#server/networks/meta/pacific-days.ts'
import { type ReadFailure, readFailure } from '#server/networks/meta/read-failure.ts'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import type { Insights, MetricSeries, ReadResult } from '#server/networks/network-reader.ts'
import { isOk, parseBody } from '#server/platform/http/outgoing-requests/client.ts'
import type { Graph } from '../meta/graph.ts'
import { isDropped, type Metric, mapInBatches, numberOf, readMetrics } from '../meta/metrics.ts'
import { readStoryMetric } from './stories.ts'

/** Instagram allows 30 days a call; one less, because two days a year are not 24 hours long. */
const WINDOW_DAYS = 29
/** How far back new followers are reported. */
const FOLLOWER_DAYS = 29

type Days = { readonly from: string; readonly to: string }
type Values = MetricSeries['values']
type Found = Values | ReadFailure
type MetricReader = (api: Graph, account: ConnectedAccount, days: Days, now: Date) => Promise<Found>

const isUnread = (found: Found): found is ReadFailure => 'kind' in found

const windowsOf = ({ from, to }: Days): Days[] => {
  const count = Math.ceil((daysBetween(from, to) + 1) / WINDOW_DAYS)
  return Array.from({ length: Math.max(count, 0) }, (_, index) => {
    const start = addDays(from, index * WINDOW_DAYS)
    const end = addDays(start, WINDOW_DAYS - 1)
    return { from: start, to: end < to ? end : to }
  })
}

/** Reads a daily series, one window at a time. */
const series =
  (name: string, period: 'day' | 'lifetime', toValue: (value: unknown) => number | null): MetricReader =>
  async (api, account, days) => {
    const values: { date: string; value: number }[] = []
    for (const window of windowsOf(days)) {
      const found = await readMetrics(api, account, account.externalId, {
        metric: name,
        period,
        ...spanOf(window),
      })
      if ('kind' in found) return found
      for (const { value, end_time: endTime } of found[0]?.values ?? []) {
        const number = toValue(value)
        const date = endTime ? dayEndingAt(endTime) : ''
        if (number !== null && date >= days.from && date <= days.to) values.push({ date, value: number })
      }
    }
    return values
  }

/** The most followers online in any hour of the day; null if the hours are not counted yet. */
const asPeak = (value: unknown) => {
  const hours = Object.values(typeof value === 'object' && value !== null ? value : {}).map(Number)
  return hours.length > 0 ? Math.max(...hours) : null
}

/** For metrics that are available only as a sum: one call for each day. The first day goes alone, in case the metric no longer exists. */
const dailyTotals =
  (name: string): MetricReader =>
  async (api, account, days, now) => {
    const today = pacificDay(now)
    const [first, ...others] = eachDay({ start: days.from, end: days.to < today ? days.to : today })
    if (first === undefined) return []
    const one = async (date: string) => {
      const found = await readMetrics(api, account, account.externalId, {
        metric: name,
        metric_type: 'total_value',
        period: 'day',
        ...spanOf({ from: date, to: date }),
      })
      return 'kind' in found ? found : { date, value: totalOf(found) }
    }
    const begun = await one(first)
    if ('kind' in begun) return begun
    const rest = await mapInBatches(others, one)
    const failed = rest.find(each => 'kind' in each)
    if (failed && 'kind' in failed) return failed
    return [begun, ...rest].flatMap(each =>
      'kind' in each || each.value === null ? [] : [{ date: each.date, value: each.value }],
    )
  }

const totalOf = ([metric]: readonly Metric[]): number | null => numberOf(metric?.total_value?.value)

/** New followers by day, which are reported for the last 30 days without today. */
const newFollowers: MetricReader = (api, account, days, now) => {
  const today = pacificDay(now)
  const earliest = addDays(today, -FOLLOWER_DAYS)
  const yesterday = addDays(today, -1)
  const available = {
    from: days.from > earliest ? days.from : earliest,
    to: days.to < yesterday ? days.to : yesterday,
  }
  return available.from > available.to
    ? Promise.resolve([])
    : series('follower_count', 'day', numberOf)(api, account, available, now)
}

const counted = z.object({ followers_count: z.number() })

/** How many follow the account: today's number, and only if today is among the days. Gathered daily, it becomes a series. */
const followersToday: MetricReader = async (api, account, { from, to }, now) => {
  const today = pacificDay(now)
  if (today < from || today > to) return []
  const reply = await api.get(account, account.externalId, { fields: 'followers_count' })
  const found = isOk(reply) ? parseBody(reply, counted) : null
  return found ? [{ date: today, value: found.followers_count }] : readFailure(reply)
}

/**
 * The product's metrics and Instagram's current ones (docs/product/instagram.md "Account insights"): `impressions` are `views`,
 * `profile_views` are taps on the profile's links, and story figures are sums over current stories.
 */
const metrics: Readonly<Record<string, MetricReader>> = {
  follower_count: newFollowers,
  impressions: dailyTotals('views'),
  profile_views: dailyTotals('profile_links_taps'),
  reach: series('reach', 'day', numberOf),
  story_reach: (api, account, days) => readStoryMetric(api, account, 'reach', days),
  story_engagement: (api, account, days) => readStoryMetric(api, account, 'total_interactions', days),
  online_followers: series('online_followers', 'lifetime', asPeak),
  followers: followersToday,
} satisfies Partial<Record<MetricName<'instagram'>, MetricReader>>

/** Reads metric by metric, because one bad name fails the whole call. Fails only if every metric failed for a common reason. */
export const readInsights =
  (api: Graph, now: () => Date) =>
  async (
    account: ConnectedAccount,
    request: Days & { readonly metrics: readonly string[] },
  ): Promise<ReadResult<Insights>> => {
    const found = await mapInBatches(request.metrics, async metric => ({
      metric,
      values: await (metrics[metric]?.(api, account, request, now()) ?? unknownMetric),
    }))
    const read = found.flatMap(({ metric, values }) => (isUnread(values) ? [] : [{ metric, values }]))
    const unread = found.flatMap(({ metric, values }) => (isUnread(values) ? [{ metric, ...values }] : []))
    const common = unread.find(({ reason }) => reason !== 'not_supported' && reason !== 'not_found')
    if (read.length === 0 && common) {
      const { metric: _, ...answer } = common
      return answer
    }
    const refused = unread.map(({ metric, response, reason }) => ({
      metric,
      response,
      isDropped: isDropped({ reason }),
    }))
    return { kind: 'read', value: { series: read, refused } }
  }

const unknownMetric: ReadFailure = {
  kind: 'not_read',
  reason: 'not_supported',
  retryAfterMs: null,
  response: 'Instagram has no such metric.',
}
