import { addDays } from '#domain/kernel/days.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import type { MetricSeries } from '#server/networks/network-reader.ts'
import type { Reply } from '#server/platform/http/outgoing-requests/client.ts'
import type { Range } from './statistics.ts'

/** LinkedIn has figures for 12 months; the newest are two days old (docs/product/linkedin.md "Statistics"). */
const KEPT_DAYS = 364
const DELAY_DAYS = 2

/** The requested days as far back as LinkedIn has figures. `available` is null if it has figures for none of them. */
export type Days = {
  readonly from: LocalDate
  readonly to: LocalDate
  readonly today: LocalDate
  readonly available: Range | null
}

/** The values of metrics that come from the same calls, or the failed reply. */
export type Values = ReadonlyMap<string, MetricSeries['values']> | { readonly reply: Reply }

/** LinkedIn's days are in UTC, the product's in Pacific time. LinkedIn offers nothing finer, so the date is kept. */
export const dayOfMs = (ms: number): LocalDate => new Date(ms).toISOString().slice(0, 10)
export const msOfDay = (day: LocalDate): number => Date.parse(`${day}T00:00:00Z`)

/** The requested days for which LinkedIn has figures by now. */
export const daysOf = (from: LocalDate, to: LocalDate, now: Date): Days => {
  const today = dayOfMs(now.getTime())
  const [oldest, newest] = [addDays(today, -KEPT_DAYS), addDays(today, -DELAY_DAYS)]
  const first = from < oldest ? oldest : from
  const last = to > newest ? newest : to
  const available = first > last ? null : { start: msOfDay(first), end: msOfDay(addDays(last, 1)) }
  return { from: first, to, today, available }
}
