import { addDays, type DayRange, daysBetween } from '#domain/kernel/days.ts'
import type { LocalDate } from '#domain/kernel/time.ts'

/** How far back figures are shown (docs/product/analytics.md "Range"). */
export const DAYS_BACK_MAX = 364

/** What is shown first: the last day to today. */
export const defaultRange = (today: LocalDate): DayRange => ({ start: addDays(today, -1), end: today })

/** A range of one day ends on the next. */
export const widenedRange = ({ start, end }: DayRange): DayRange =>
  start === end ? { start, end: addDays(end, 1) } : { start, end }

/** Why these days cannot be shown, or null. The end may be tomorrow: a range of today alone ends there. */
export const rangeProblem = ({ start, end }: DayRange, today: LocalDate): string | null => {
  if (end < start) return 'The end is before the start.'
  if (start < addDays(today, -DAYS_BACK_MAX)) return `At most the last ${DAYS_BACK_MAX} days can be shown.`
  return end > addDays(today, 1) ? 'There are no figures for future days.' : null
}

/** The days of a range of which figures are shown; null: there are none. */
export const cutRange = ({ start, end }: DayRange, today: LocalDate): DayRange | null => {
  const [first, last] = [addDays(today, -DAYS_BACK_MAX), addDays(today, 1)]
  const cut = { start: start < first ? first : start, end: end > last ? last : end }
  return rangeProblem(cut, today) === null && cut.start < cut.end ? cut : null
}

/** The same number of days just before, or null where some of them are no longer shown. */
export const previousRange = ({ start, end }: DayRange, today: LocalDate): DayRange | null => {
  const before = addDays(start, -1)
  const range = { start: addDays(before, -daysBetween(start, end)), end: before }
  return rangeProblem(range, today) === null ? range : null
}
