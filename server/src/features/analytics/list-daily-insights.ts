import { lastTwo, percentChange } from '#domain/analytics/changes.ts'
import type * as contract from '#domain/analytics/contract.ts'
import type { InsightSeries } from '#domain/analytics/contract.ts'
import { byInterval, type InsightInterval } from '#domain/analytics/intervals.ts'
import { pacificDay } from '#domain/analytics/pacific-days.ts'
import { DAYS_BACK_MAX } from '#domain/analytics/ranges.ts'
import { addDays, type DayRange } from '#domain/kernel/days.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { listMetricStates, listPoints, type Point } from './points.ts'
import { describeMetric, readRange, refuseUnknown } from './requested-figures.ts'

const HOURS = 24

type Requested = Input<typeof contract.listDailyInsights>

/** A value of each metric for each interval of the range (docs/product/analytics.md "Intervals"). */
export const listDailyInsights = async (
  { params: { social: network }, query }: Requested,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.listDailyInsights>> => {
  const unknown = refuseUnknown(network, query.metrics)
  if (unknown) return unknown
  const requested = readRange(query, call.now)
  if ('refused' in requested) return requested.refused
  const { interval = 'daily' } = query
  const { metrics } = query
  if (interval !== 'all-last-two')
    return (await reader(call, { network, metrics, range: requested.range }))(interval)
  // The last two quarters need more days than any range that is shown.
  const start = addDays(pacificDay(call.now), -DAYS_BACK_MAX)
  const read = await reader(call, { network, metrics, range: { start, end: requested.range.end } })
  const ends = (each: InsightInterval) =>
    read(each).map(({ points, ...one }) => ({ ...one, points: lastTwo(points) }))
  return {
    daily: ends('daily'),
    weekly: ends('weekly'),
    monthly: ends('monthly'),
    quarterly: ends('quarterly'),
  }
}

type Wanted = {
  readonly network: Requested['params']['social']
  readonly metrics: readonly string[]
  readonly range: DayRange
}

/** Reads the days once; the answer gives them by any interval. */
const reader = async ({ db, scope }: ScopedPoolCall, { network, metrics, range }: Wanted) => {
  const [kept, states] = await Promise.all([
    listPoints(db, scope, { network, metrics, from: range.start, to: range.end }),
    listMetricStates(db, scope, network),
  ])
  return (interval: InsightInterval): InsightSeries[] =>
    metrics.map(name => {
      const described = describeMetric(network, name, states)
      const days = kept.filter(({ metric }) => metric === name)
      const requested = { range, interval, kind: described.kind }
      if (described.kind === 'hours')
        return { ...described, points: hourPoints(name, days, requested), percent: null }
      const points = byInterval(days, requested)
      const percent = percentChange(points)
      return {
        ...described,
        points: points.map(point => ({ name, ...point, extended_value: null })),
        percent,
      }
    })
}

/** Of a metric by hour an interval has the 24 hours of its days on average. */
const hourPoints = (
  name: string,
  days: readonly Point[],
  requested: Parameters<typeof byInterval>[1],
): InsightSeries['points'] => {
  const byHour = Array.from({ length: HOURS }, (_, hour) =>
    byInterval(
      days.flatMap(({ day, extended }) => (extended ? [{ day, value: extended[hour] ?? 0 }] : [])),
      { ...requested, kind: 'rate' },
    ),
  )
  return (byHour[0] ?? []).map(({ date }, index) => {
    const hours = byHour.flatMap(points => points[index]?.value ?? [])
    return { name, date, value: null, extended_value: hours.length === HOURS ? hours : null }
  })
}
