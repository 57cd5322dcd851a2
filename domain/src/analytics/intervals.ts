import { addDays, addMonths, type DayRange, monthOf, weekOf } from '#domain/kernel/days.ts'
import type { LocalDate } from '#domain/kernel/time.ts'

/** What one point of a chart stands for. */
export const insightIntervals = ['daily', 'weekly', 'monthly', 'quarterly'] as const
export type InsightInterval = (typeof insightIntervals)[number]

/** How a metric's days become one value: see `Metric` in metrics.ts. */
export const metricKinds = ['flow', 'level', 'people', 'rate', 'hours'] as const
export type MetricKind = (typeof metricKinds)[number]

/** A value of a day, or of the interval that starts on it; null where nothing is known. */
export type DatedValue = { readonly date: LocalDate; readonly value: number | null }

const quarterStart = (day: LocalDate): LocalDate => {
  const month = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1
  return `${day.slice(0, 4)}-${String(month).padStart(2, '0')}-01`
}

/** The first day of the interval that the day is in. Weeks start on Monday. */
export const intervalStart = (day: LocalDate, interval: InsightInterval): LocalDate => {
  if (interval === 'daily') return day
  if (interval === 'weekly') return weekOf(day).start
  return interval === 'monthly' ? monthOf(day).start : quarterStart(day)
}

const nextStart = (start: LocalDate, interval: InsightInterval): LocalDate => {
  if (interval === 'daily') return addDays(start, 1)
  if (interval === 'weekly') return addDays(start, 7)
  return addMonths(start, interval === 'monthly' ? 1 : 3)
}

/** Whether all days of the interval that starts on the day are in the range. */
export const isWhole = (start: LocalDate, interval: InsightInterval, range: DayRange): boolean =>
  start >= range.start && addDays(nextStart(start, interval), -1) <= range.end

/** The days of the interval that starts on the day, as far as they are in the range. */
export const daysWithin = (start: LocalDate, interval: InsightInterval, range: DayRange): DayRange => {
  const end = addDays(nextStart(start, interval), -1)
  return { start: start < range.start ? range.start : start, end: end > range.end ? range.end : end }
}

/** Rounded to so many decimals; 2 if nothing else is said. Never -0, which would be shown with its sign. */
export const rounded = (value: number, decimals = 2): number =>
  Math.round((value + Number.EPSILON) * 10 ** decimals) / 10 ** decimals + 0

/** Several days' values (in order) as one; null for none. */
export const joined = (values: readonly number[], kind: MetricKind): number | null => {
  const last = values.at(-1)
  if (last === undefined) return null
  if (kind === 'level') return last
  const sum = values.reduce((total, value) => total + value, 0)
  // A sum would count people again each day; a half person makes no sense, so the average is rounded.
  if (kind === 'people') return Math.round(sum / values.length)
  // A share of 1 keeps four decimals, which are two of a percentage.
  return kind === 'rate' ? rounded(sum / values.length, 4) : rounded(sum)
}

/**
 * The days' values (in order) by interval, one for each interval of the range: what is counted is summed, a level is the last one known,
 * a rate, or a number of people, the average of its days. Only days of the range count, so that its first and last interval may be cut.
 */
export const byInterval = (
  days: readonly { readonly day: LocalDate; readonly value: number }[],
  {
    range,
    interval,
    kind,
  }: { readonly range: DayRange; readonly interval: InsightInterval; readonly kind: MetricKind },
): DatedValue[] => {
  const values = new Map<LocalDate, number[]>()
  for (const { day, value } of days) {
    if (day < range.start || day > range.end) continue
    const start = intervalStart(day, interval)
    values.set(start, [...(values.get(start) ?? []), value])
  }
  const dated: DatedValue[] = []
  for (let date = intervalStart(range.start, interval); date <= range.end; date = nextStart(date, interval))
    dated.push({ date, value: joined(values.get(date) ?? [], kind) })
  return dated
}
