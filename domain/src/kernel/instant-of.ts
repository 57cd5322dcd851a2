import { isLocalDate, isLocalTime, isTimezone, type LocalDateTime, localOf } from './time.ts'
import { clockChangeBefore, zonedInstant } from './zoned-time.ts'

const MINUTE = 60_000

/**
 * The instant at which the wall clock of `timezone` shows `date` and `time`.
 *
 * A time that a clock change skips moves forward to the first that exists, which is the moment of the change:
 * 02:30 in a night whose clocks go from 02:00 to 03:00 means 03:00, not 03:30. A time that occurs twice means
 * the first. (docs/product/schedules.md "Time") Throws a RangeError for a malformed date, time or zone.
 */
export function instantOf({ date, time, timezone }: LocalDateTime & { timezone: string }): Date {
  if (!isLocalDate(date)) throw new RangeError(`Not a date: ${date}`)
  if (!isLocalTime(time)) throw new RangeError(`Not a time: ${time}`)
  if (!isTimezone(timezone)) throw new RangeError(`Not a timezone: ${timezone}`)
  const instant = new Date(zonedInstant({ date, time, timezone }))
  const shown = localOf(instant, timezone)
  if (shown.date === date && shown.time === time) return instant
  // The search starts a minute later, as it excludes its own start.
  const change = clockChangeBefore(instant.getTime() + MINUTE, timezone)
  return change === null ? instant : new Date(change)
}
