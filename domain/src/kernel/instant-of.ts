import { fromEpochMilliseconds, toZonedDateTimeISO } from 'temporal-polyfill/fns/Instant'
import * as ZonedDateTime from 'temporal-polyfill/fns/ZonedDateTime'
import { isLocalDate, isLocalTime, isTimezone, type LocalDateTime, localOf } from './time.ts'

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
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const [hour, minute] = time.split(':').map(Number)
  // 'compatible' is the first of two, and in a gap the wanted time pushed on by the gap's whole length
  const zoned = ZonedDateTime.fromFields(
    { year, month, day, hour, minute, timeZone: timezone },
    { disambiguation: 'compatible' },
  )
  const instant = new Date(ZonedDateTime.toInstant(zoned).epochMilliseconds)
  const shown = localOf(instant, timezone)
  if (shown.date === date && shown.time === time) return instant
  return lastClockChange(instant, timezone) ?? instant
}

/** The latest clock change at or before the instant. The search starts a minute later, as it excludes its own start. */
function lastClockChange(instant: Date, timezone: string): Date | null {
  const after = toZonedDateTimeISO(fromEpochMilliseconds(instant.getTime() + MINUTE), timezone)
  const change = ZonedDateTime.getTimeZoneTransition(after, 'previous')
  return change && new Date(ZonedDateTime.toInstant(change).epochMilliseconds)
}
