import { addDays, daysBetween } from '#domain/kernel/days.ts'
import { isLocalDate, type LocalDate } from '#domain/kernel/time.ts'
import type { AnalyticsSearch } from './analytics-search.ts'

/** What a person chose last: a range that ends today as its length, so that it still does tomorrow. */
type Remembered = Pick<AnalyticsSearch, 'from' | 'to' | 'interval' | 'compare'> & { readonly days?: number }

const keyOf = (personId: number): string => `galley-analytics-${personId}`

/** Keeps range, interval and comparison in this browser (docs/product/analytics.md "The page"). */
export const rememberSearch = (personId: number, search: AnalyticsSearch, today: LocalDate): void => {
  const { from, to, interval, compare } = search
  const isUntilToday = from !== undefined && isLocalDate(from) && to === today
  const kept: Remembered = {
    interval,
    compare,
    ...(isUntilToday ? { days: daysBetween(from, to) } : { from, to }),
  }
  localStorage.setItem(keyOf(personId), JSON.stringify(kept))
}

/** The search with what the person chose last, unless the address itself says something of it. */
export const withRemembered = (
  personId: number,
  search: AnalyticsSearch,
  today: LocalDate,
): AnalyticsSearch => {
  const isInAddress = [search.from, search.to, search.interval, search.compare].some(
    value => value !== undefined,
  )
  const stored = isInAddress ? null : localStorage.getItem(keyOf(personId))
  if (stored === null) return search
  const { days, ...kept } = JSON.parse(stored) as Remembered
  return { ...search, ...kept, ...(days === undefined ? {} : { from: addDays(today, -days), to: today }) }
}
