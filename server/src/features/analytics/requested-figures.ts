import { findMetric } from '#domain/analytics/metrics.ts'
import { pacificDay } from '#domain/analytics/pacific-days.ts'
import { defaultRange, rangeProblem, widenedRange } from '#domain/analytics/ranges.ts'
import type { DayRange } from '#domain/kernel/days.ts'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import type { MetricState } from './points.ts'

type Refused = Failure<'validation_error'>

/** The days that a call asks for (without any: the last day to today), or why they cannot be shown. */
export const readRange = (
  { from, to }: { readonly from?: LocalDate | undefined; readonly to?: LocalDate | undefined },
  now: Date,
): { readonly range: DayRange } | { readonly refused: Refused } => {
  const today = pacificDay(now)
  const end = to ?? today
  const range = widenedRange({ start: from ?? defaultRange(end).start, end })
  const problem = rangeProblem(range, today)
  if (problem === null) return { range }
  return { refused: fail('validation_error', { message: problem, errors: { from: [problem] } }) }
}

/** Refuses a name that the network has no metric of; null if it has them all. */
export const refuseUnknown = (network: SocialNetwork, names: readonly string[]): Refused | null => {
  const unknown = names.find(name => !findMetric(network, name))
  if (unknown === undefined) return null
  const problem = `${networkNames[network]} has no metric ${unknown}.`
  return fail('validation_error', { message: problem, errors: { metrics: [problem] } })
}

/** What a call says of a metric besides its values. */
export const describeMetric = (network: SocialNetwork, name: string, states: readonly MetricState[]) => {
  const metric = findMetric(network, name)
  if (!metric) throw new Error(`${network} has no metric ${name}`)
  const found = states.find(state => state.metric === name)
  return {
    metric: name,
    series: metric.series,
    kind: metric.kind,
    state: found?.state ?? (metric.from === null ? ('dropped' as const) : ('unread' as const)),
    since: found?.since.toISOString() ?? null,
  }
}
