import { addDays } from '#domain/kernel/days.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import type { MetricSeries } from '#server/networks/network-reader.ts'
import type { Reply } from '../http.ts'
import type { Range } from './statistics.ts'

/** LinkedIn keeps figures for 12 months; the newest are two days old (networks.md 5.9). */
const KEPT_DAYS = 364
const DELAY_DAYS = 2

/** The days that were asked for, as far back as LinkedIn knows. `told` null: LinkedIn has no figures of any of them. */
export type Days = {
  readonly from: LocalDate
  readonly to: LocalDate
  readonly today: LocalDate
  readonly told: Range | null
}

/** Metrics that come of the same calls: their values, or the reply that had none. */
export type Values = ReadonlyMap<string, MetricSeries['values']> | { readonly reply: Reply }

/** LinkedIn's days are UTC's. The product's are Pacific; nothing finer is told, so a day keeps its name. */
export const dayOfMs = (ms: number): LocalDate => new Date(ms).toISOString().slice(0, 10)
export const msOfDay = (day: LocalDate): number => Date.parse(`${day}T00:00:00Z`)

/** What of the asked days LinkedIn can tell by now. */
export const daysOf = (from: LocalDate, to: LocalDate, now: Date): Days => {
  const today = dayOfMs(now.getTime())
  const [oldest, newest] = [addDays(today, -KEPT_DAYS), addDays(today, -DELAY_DAYS)]
  const first = from < oldest ? oldest : from
  const last = to > newest ? newest : to
  const told = first > last ? null : { start: msOfDay(first), end: msOfDay(addDays(last, 1)) }
  return { from: first, to, today, told }
}
