import { comparedDays, percentOf } from '#domain/analytics/changes.ts'
import type * as contract from '#domain/analytics/contract.ts'
import { joined } from '#domain/analytics/intervals.ts'
import { pacificDay } from '#domain/analytics/pacific-days.ts'
import { previousRange } from '#domain/analytics/ranges.ts'
import { daysBetween } from '#domain/kernel/days.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { listMetricStates, listPoints } from './points.ts'
import { describeMetric, readRange, refuseUnknown } from './requested-figures.ts'

/** Each metric over the range and over the same number of days before. */
export const listInsightTotals = async (
  { params: { social: network }, query }: Input<typeof contract.listInsightTotals>,
  { db, scope, now }: ScopedPoolCall,
): Promise<Answer<typeof contract.listInsightTotals>> => {
  const { metrics } = query
  const unknown = refuseUnknown(network, metrics)
  if (unknown) return unknown
  const requested = readRange(query, now)
  if ('refused' in requested) return requested.refused
  const { range } = requested
  const before = previousRange(range, pacificDay(now))
  const [points, states] = await Promise.all([
    listPoints(db, scope, { network, metrics, from: (before ?? range).start, to: range.end }),
    listMetricStates(db, scope, network),
  ])
  return metrics.map(name => {
    const described = describeMetric(network, name, states)
    const own = points.filter(({ metric }) => metric === name)
    const together = (days: typeof own) =>
      joined(
        days.map(({ value }) => value),
        described.kind,
      )
    const now = own.filter(({ day }) => day >= range.start)
    const earlier = own.filter(({ day }) => day < range.start)
    const days = daysBetween(range.start, range.end) + 1
    const total = together(now)
    const previous = together(described.kind === 'level' ? earlier : [...comparedDays(now, earlier, days)])
    const percent = total === null || previous === null ? null : percentOf(total, previous)
    return { ...described, total, previous, percent }
  })
}
