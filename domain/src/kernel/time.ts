/** A calendar day without a zone, `yyyy-MM-dd`. It is not an instant. */
export type LocalDate = string

/** A wall-clock time of day without a zone, `HH:mm`, 24 hours, whole minutes. */
export type LocalTime = string

/** A day and a wall-clock time together. */
export type LocalDateTime = { date: LocalDate; time: LocalTime }

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/
const timePattern = /^([01]\d|2[0-3]):([0-5]\d)$/
const offsetPattern = /(?:Z|[+-]\d{2}:?\d{2})$/

/** Whether the text is a day that exists, `yyyy-MM-dd`: `2026-02-30` does not. */
export function isLocalDate(text: string): text is LocalDate {
  const match = datePattern.exec(text)
  if (!match) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** Whether the text is a time of day, exactly `HH:mm`. Seconds, `24:00` and single digits are refused. */
export function isLocalTime(text: string): text is LocalTime {
  return timePattern.test(text)
}

/**
 * The instant of an ISO 8601 text or a Date.
 * Throws a RangeError for a text without `Z` or an offset: such a text means another instant on each machine.
 */
export function readInstant(value: Date | string): Date {
  if (typeof value === 'string' && !offsetPattern.test(value)) {
    throw new RangeError(`Not an instant (no offset): ${value}`)
  }
  const instant = new Date(value)
  if (Number.isNaN(instant.getTime())) throw new RangeError(`Not an instant: ${value}`)
  return instant
}

const clocks = new Map<string, Intl.DateTimeFormat>()

const clockOf = (timezone: string): Intl.DateTimeFormat => {
  const known = clocks.get(timezone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  clocks.set(timezone, clock)
  return clock
}

/**
 * What the wall clock of `timezone` shows at the instant, cut to the minute. Throws a RangeError for a bad zone. The browser's own clock is
 * enough for that, and spares pages that only show times the library that `instantOf` needs.
 */
export function localOf(instant: Date, timezone: string): LocalDateTime {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of clockOf(timezone).formatToParts(instant)) parts[type] = value
  const { year = '', month = '', day = '', hour = '', minute = '' } = parts
  return {
    date: `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
    time: `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`,
  }
}

const DAY = 86_400_000

/**
 * A wall clock for many instants: the same as `localOf`, but on a day without a clock change (nearly every day) the zone is looked up once.
 * Throws a RangeError for a bad zone.
 */
export function wallClock(timezone: string): (instant: Date) => LocalDateTime {
  const boundaries = new Map<number, number>()
  const offsetAt = (day: number): number => {
    const known = boundaries.get(day)
    if (known !== undefined) return known
    const { date, time } = localOf(new Date(day * DAY), timezone)
    const offset = Date.parse(`${date}T${time}:00Z`) - day * DAY
    boundaries.set(day, offset)
    return offset
  }
  return instant => {
    const day = Math.floor(instant.getTime() / DAY)
    const offset = offsetAt(day)
    if (offset !== offsetAt(day + 1)) return localOf(instant, timezone)
    const shown = new Date(instant.getTime() + offset).toISOString()
    return { date: shown.slice(0, 10), time: shown.slice(11, 16) }
  }
}

/** The day it is in `timezone` at the instant. Throws a RangeError for a bad zone. */
export function dayOf(instant: Date, timezone: string): LocalDate {
  return localOf(instant, timezone).date
}

/** A number with at least two digits: 7 is `07`. */
export function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

/**
 * Whether the name is a zone of the IANA list, older names (`US/Eastern`) included; bare offsets such as `+02:00`
 * are not, since they know no clock changes. (docs/product/projects.md "Time zones offered")
 */
export function isTimezone(name: string): boolean {
  if (!/^[A-Z]/.test(name)) return false
  // Building a formatter takes ten times as long as all else that reads a local time.
  if (clocks.has(name)) return true
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** The zones offered for choice, sorted by name: the IANA list as this runtime knows it, and UTC. */
export function listTimezones(): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].sort()
}

/** How a zone's name is shown: slashes as ` - `. (docs/product/projects.md "Name and time zone") */
export function timezoneLabel(name: string): string {
  return name.replaceAll('/', ' - ')
}
