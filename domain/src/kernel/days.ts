import type { LocalDate } from './time.ts'
import { isLocalDate } from './time.ts'

const DAY = 86_400_000

/** The day a week starts on, 0 for Sunday to 6 for Saturday. */
export type WeekStart = 0 | 1 | 2 | 3 | 4 | 5 | 6

/** Days from `start` to `end`, both inside. */
export type DayRange = { start: LocalDate; end: LocalDate }

/** Weeks start on Monday by default, as in ISO 8601 and the date pickers. */
export const defaultWeekStart: WeekStart = 1

/*
 * A day has no zone, so the arithmetic runs in UTC, where every day is 24 hours long. All of these throw a RangeError
 * for a text that is no day.
 */
function epochDay(date: LocalDate): number {
  if (!isLocalDate(date)) throw new RangeError(`Not a date: ${date}`)
  return Date.parse(`${date}T00:00:00Z`) / DAY
}

function fromEpochDay(days: number): LocalDate {
  return new Date(days * DAY).toISOString().slice(0, 10)
}

/** The day that many days later; earlier when negative. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return fromEpochDay(epochDay(date) + days)
}

/** The same day of the month that many months later, or the month's last day where it has fewer. */
export function addMonths(date: LocalDate, months: number): LocalDate {
  const day = new Date(epochDay(date) * DAY)
  const first = Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months, 1)
  const last = Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months + 1, 0)
  return fromEpochDay(Math.min(first / DAY + day.getUTCDate() - 1, last / DAY))
}

/** How many days `to` is after `from`; negative when it is before. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return epochDay(to) - epochDay(from)
}

/** 0 for Sunday to 6 for Saturday. */
export function dayOfWeek(date: LocalDate): number {
  return new Date(epochDay(date) * DAY).getUTCDay()
}

/** Every day of the range, in order; none when it ends before it starts. */
export function eachDay({ start, end }: DayRange): LocalDate[] {
  const first = epochDay(start)
  const count = Math.max(0, epochDay(end) - first + 1)
  return Array.from({ length: count }, (_, index) => fromEpochDay(first + index))
}

/** The week the day is in. */
export function weekOf(date: LocalDate, weekStart: WeekStart = defaultWeekStart): DayRange {
  const start = addDays(date, -((dayOfWeek(date) - weekStart + 7) % 7))
  return { start, end: addDays(start, 6) }
}

/** The month the day is in. */
export function monthOf(date: LocalDate): DayRange {
  const start = `${date.slice(0, 7)}-01`
  return { start, end: addDays(addMonths(start, 1), -1) }
}

/** The weeks that a month view shows: whole weeks, four to six of them, from the one with the first of the month on. */
export function monthGrid(date: LocalDate, weekStart: WeekStart = defaultWeekStart): LocalDate[][] {
  const month = monthOf(date)
  const start = weekOf(month.start, weekStart).start
  const { end } = weekOf(month.end, weekStart)
  const days = eachDay({ start, end })
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
}
