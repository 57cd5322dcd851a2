import { dayOfWeek, daysBetween } from './days.ts'
import type { LocalDate, LocalDateTime, LocalTime } from './time.ts'
import { localOf, twoDigits } from './time.ts'

/**
 * The date formats, by their patterns (docs/product/interface.md "Date formats"): `d`/`dd` day, `EEE` weekday, `MM` month, `MMM`/`LLL`/`MMMM` its
 * name, `yy`/`yyyy` year, `h` hour from 1 to 12, `KK` hour from 00 to 11 (noon is 00 PM), `a`/`aa` AM or PM.
 */
export const formats = {
  time: 'h:mm a',
  /** Of the posts beside an approval item, as its specification has it. Everywhere else the month is a word, since Americans read its number as the day. */
  besideApproval: 'dd/MM/yy h:mm a',
  dayTime: 'd LLL yyyy, h:mm a',
  weekday: 'EEE d LLL',
  weekdayOnly: 'EEE',
  dayOnly: 'd',
  day: 'd LLL yyyy',
  dayThisYear: 'd LLL',
  grid: 'dd MMM yyyy KK:mm aa',
  month: 'MMMM yyyy',
} as const

export type Format = (typeof formats)[keyof typeof formats]

/** AM or PM. */
export type Period = 'AM' | 'PM'

/** A time of day as the schedule modal shows it: hours from 01 to 12 and minutes, two digits each. */
export type TwelveHourTime = { hours: string; minutes: string; period: Period }

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const shortMonths = months.map(name => name.slice(0, 3))

type Parts = { date: LocalDate; year: number; month: number; day: number; hour: number; minute: number }

const tokens: Record<string, (parts: Parts) => string> = {
  d: ({ day }) => String(day),
  dd: ({ day }) => twoDigits(day),
  EEE: ({ date }) => weekdays[dayOfWeek(date)] ?? '',
  MM: ({ month }) => twoDigits(month),
  LLL: ({ month }) => shortMonths[month - 1] ?? '',
  MMM: ({ month }) => shortMonths[month - 1] ?? '',
  MMMM: ({ month }) => months[month - 1] ?? '',
  yy: ({ year }) => twoDigits(year % 100),
  yyyy: ({ year }) => String(year).padStart(4, '0'),
  h: ({ hour }) => String(hour % 12 || 12),
  KK: ({ hour }) => twoDigits(hour % 12),
  mm: ({ minute }) => twoDigits(minute),
  a: ({ hour }) => (hour < 12 ? 'AM' : 'PM'),
  aa: ({ hour }) => (hour < 12 ? 'AM' : 'PM'),
}
const tokenPattern = /yyyy|yy|EEE|MMMM|MMM|LLL|MM|dd|d|KK|h|mm|aa|a/g

/** The wall-clock moment in the format. */
export function formatLocal({ date, time }: LocalDateTime, format: Format): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return format.replace(
    tokenPattern,
    token => tokens[token]?.({ date, year, month, day, hour, minute }) ?? token,
  )
}

/** The instant as the wall clock of `timezone` shows it, in the format. */
export function formatInstant(instant: Date, timezone: string, format: Format): string {
  return formatLocal(localOf(instant, timezone), format)
}

/** A day in a preview: with its year only if it is not the current one. (docs/product/previews.md "Preview dates") */
export function formatPreviewDay(date: LocalDate, today: LocalDate): string {
  const isThisYear = date.slice(0, 4) === today.slice(0, 4)
  return formatLocal({ date, time: '00:00' }, isThisYear ? formats.dayThisYear : formats.day)
}

/** The title of a week: its days, naming no month or year twice. (docs/product/interface.md "Date formats") */
export function formatDayRange(start: LocalDate, end: LocalDate): string {
  const last = formatLocal({ date: end, time: '00:00' }, formats.day)
  const sameYear = start.slice(0, 4) === end.slice(0, 4)
  const first = formatLocal({ date: start, time: '00:00' }, sameYear ? formats.dayThisYear : formats.day)
  if (start === end) return last
  return `${start.slice(0, 7) === end.slice(0, 7) ? Number(start.slice(8)) : first} – ${last}`
}

/**
 * When something was last changed: `Today`, or `{n} days ago`, both days by the same time zone. Fixed wording, for one day too. A clock that runs ahead of ours still shows today. (docs/product/interface.md "Date formats")
 */
export function formatLastUpdate(updated: LocalDate, today: LocalDate): string {
  const days = daysBetween(updated, today)
  return days <= 0 ? 'Today' : `${days} days ago`
}

/** Hours as typed into the schedule modal, clamped between 1 and 12; two digits. Without a number it is 12. (docs/product/schedules.md "Schedule modal") */
export function clampHours(value: number): string {
  return clamp(value, 1, 12, 12)
}

/** Minutes as typed into the schedule modal, clamped between 0 and 59; two digits. Without a number it is 0. (docs/product/schedules.md "Schedule modal") */
export function clampMinutes(value: number): string {
  return clamp(value, 0, 59, 0)
}

function clamp(value: number, least: number, most: number, fallback: number): string {
  return twoDigits(Number.isNaN(value) ? fallback : Math.min(most, Math.max(least, Math.trunc(value))))
}

/** A time of day for the schedule modal: 00 is 12 AM and 12 is 12 PM. (docs/product/schedules.md "Schedule modal") */
export function toTwelveHour(time: LocalTime): TwelveHourTime {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return {
    hours: twoDigits(hour % 12 || 12),
    minutes: twoDigits(minute),
    period: hour < 12 ? 'AM' : 'PM',
  }
}

/** The time of day that the schedule modal shows; hours and minutes out of bounds are clamped first. */
export function fromTwelveHour({ hours, minutes, period }: TwelveHourTime): LocalTime {
  const hour = (Number(clampHours(Number(hours))) % 12) + (period === 'PM' ? 12 : 0)
  return `${twoDigits(hour)}:${clampMinutes(Number(minutes))}`
}
