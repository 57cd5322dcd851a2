import { pacificDay } from '#domain/analytics/pacific-days.ts'
import { addDays, daysBetween } from '#domain/kernel/days.ts'
import { dayEndingAt, spanOf } from '#server/networks/meta/pacific-days.ts'
import type { NetworkReader } from '#server/networks/network-reader.ts'
import type { Graph } from '../meta/graph.ts'
import { readMetrics } from '../meta/metrics.ts'

const HOURS = 24
/** A recent day may not be counted yet; hours are available for about a month. */
const WEEKS_BACK = 3

/** How many followers were online in each hour of the day, or if it is not counted and such a day is enough, of the same weekday earlier. */
export const readOnlineHours =
  (api: Graph, now: () => Date): NetworkReader['readOnlineHours'] =>
  async (account, day, which) => {
    const isExact = which === 'that_day'
    const latest = isExact ? day : lastOver(day, now())
    let response = ''
    for (let weeks = 0; weeks <= (isExact ? 0 : WEEKS_BACK); weeks++) {
      const date = addDays(latest, -7 * weeks)
      const found = await readMetrics(api, account, account.externalId, {
        metric: 'online_followers',
        period: 'lifetime',
        ...spanOf({ from: date, to: date }),
      })
      if ('kind' in found) return found
      const value = found[0]?.values.find(({ end_time: end }) => end && dayEndingAt(end) === date)?.value
      const hours = hoursOf(value)
      if (hours) return { kind: 'read', value: hours }
      response = JSON.stringify(found).slice(0, 4_000)
    }
    return { kind: 'not_read', reason: 'not_found', retryAfterMs: null, response }
  }

/** The day itself, or the last completed one of the same weekday. */
const lastOver = (day: string, now: Date): string => {
  const ahead = daysBetween(pacificDay(now), day)
  return ahead < 0 ? day : addDays(day, -7 * (Math.floor(ahead / 7) + 1))
}

const hoursOf = (value: unknown): number[] | null => {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return null
  const byHour = new Map(Object.entries(value))
  return Array.from({ length: HOURS }, (_, hour) => Number(byHour.get(String(hour)) ?? 0))
}
