import type * as contract from '#domain/analytics/contract.ts'
import { metrics } from '#domain/analytics/metrics.ts'
import { pacificDay } from '#domain/analytics/pacific-days.ts'
import { addDays } from '#domain/kernel/days.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { listMetricStates, listPoints } from './points.ts'
import { describeMetric, readRange } from './requested-figures.ts'

/** A week: every weekday once. */
const DAYS = 7

export const listFansOnline = async (
  { params: { social: network }, query }: Input<typeof contract.listFansOnline>,
  { db, scope, now }: ScopedPoolCall,
): Promise<Answer<typeof contract.listFansOnline>> => {
  const date = query.date ?? pacificDay(now)
  const requested = readRange({ from: date, to: date }, now)
  if ('refused' in requested) return requested.refused
  const name = metrics[network].find(({ kind }) => kind === 'hours')?.name
  if (name === undefined) return { state: null, since: null, days: [] }
  const [points, states] = await Promise.all([
    listPoints(db, scope, { network, metrics: [name], from: addDays(date, 1 - DAYS), to: date }),
    listMetricStates(db, scope, network),
  ])
  const { state, since } = describeMetric(network, name, states)
  const days = points.flatMap(({ day, extended }) => (extended ? [{ date: day, hours: [...extended] }] : []))
  return { state, since, days }
}
