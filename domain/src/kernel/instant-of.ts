import { isLocalDate, isLocalTime, isTimezone, type LocalDateTime, localOf } from './time.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/** How far the wall clock of `timezone` is ahead of UTC at a whole minute, in milliseconds. */
const offsetAt = (instant: number, timezone: string): number => {
  const { date, time } = localOf(new Date(instant), timezone)
  return Date.parse(`${date}T${time}Z`) - instant
}

/** The first minute after `low`, up to `high`, with another offset than `low` has. */
const changeBetween = (low: number, high: number, timezone: string): number => {
  const middle = low + Math.floor((high - low) / 2 / MINUTE) * MINUTE
  if (middle === low) return high
  const isSame = offsetAt(middle, timezone) === offsetAt(low, timezone)
  return isSame ? changeBetween(middle, high, timezone) : changeBetween(low, middle, timezone)
}

/**
 * The instant at which the wall clock of `timezone` shows `date` and `time`.
 *
 * A time that a clock change skips moves forward to the first that exists, which is the moment of the change:
 * 02:30 in a night whose clocks go from 02:00 to 03:00 means 03:00, not 03:30. A time that occurs twice means
 * the first. (docs/product/schedules.md "Time") Throws a RangeError for a malformed date, time or zone.
 *
 * The offsets of the days before and after are the only ones that the time can have: no zone is a day from UTC, and none changed its
 * clocks twice within two days. (docs/decisions/0191-zone-arithmetic-by-the-browsers-clock.md)
 */
export function instantOf({ date, time, timezone }: LocalDateTime & { timezone: string }): Date {
  if (!isLocalDate(date)) throw new RangeError(`Not a date: ${date}`)
  if (!isLocalTime(time)) throw new RangeError(`Not a time: ${time}`)
  if (!isTimezone(timezone)) throw new RangeError(`Not a timezone: ${timezone}`)
  const shown = Date.parse(`${date}T${time}Z`)
  const before = offsetAt(shown - DAY, timezone)
  const after = offsetAt(shown + DAY, timezone)
  const [first, second] = [shown - Math.max(before, after), shown - Math.min(before, after)]
  const exists = (instant: number) => instant + offsetAt(instant, timezone) === shown
  if (before === after || exists(first)) return new Date(first)
  return new Date(exists(second) ? second : changeBetween(first, second, timezone))
}
