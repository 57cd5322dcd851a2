import { isLocalDate, isLocalTime, type LocalDate, type LocalTime, twoDigits } from '#domain/kernel/time.ts'

/** What `3/4/2026` means: the 3rd of April, or March 4th. */
export const dateOrders = ['day', 'month'] as const
export type DateOrder = (typeof dateOrders)[number]

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const dateOf = (year: number, month: number, day: number): LocalDate | null => {
  const text = `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`
  return year >= 1970 && isLocalDate(text) ? text : null
}

/** `2026` of `26`. */
const fullYear = (text: string): number => (text.length === 2 ? 2000 : 0) + Number(text)

const monthOf = (word: string): number => months.indexOf(word.slice(0, 3).toLowerCase()) + 1

/** The date of a cell, or null if it cannot be read. (docs/product/imports.md "Dates") */
export const readDate = (text: string, order: DateOrder): LocalDate | null => {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text)
  if (iso) return dateOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const numbers = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text)
  if (numbers) {
    const [, first = '', mark, second = '', year = ''] = numbers
    // Nobody writes the month first with dots.
    const isDayFirst = order === 'day' || mark === '.'
    const [day, month] = isDayFirst ? [first, second] : [second, first]
    return dateOf(fullYear(year), Number(month), Number(day))
  }
  const dayFirst = /^(\d{1,2})\.? ([a-z]{3,9})\.?,? (\d{4})$/i.exec(text)
  if (dayFirst) return dateOf(Number(dayFirst[3]), monthOf(dayFirst[2] ?? ''), Number(dayFirst[1]))
  const monthFirst = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i.exec(text)
  if (monthFirst) return dateOf(Number(monthFirst[3]), monthOf(monthFirst[1] ?? ''), Number(monthFirst[2]))
  return null
}

/** The time of a cell, with 12 or 24 hours, or null if it cannot be read. Seconds are dropped. */
export const readTime = (text: string): LocalTime | null => {
  const found = /^(\d{1,2})(?:[:.](\d{2}))?(?::\d{2}(?:\.\d+)?)? ?(am|pm|a\.m\.|p\.m\.)?$/i.exec(text)
  if (!found) return null
  const [, hours = '', minutes, half] = found
  if (minutes === undefined && half === undefined) return null
  const hour = Number(hours)
  if (half !== undefined && (hour < 1 || hour > 12)) return null
  const isAfternoon = half?.toLowerCase().startsWith('p') ?? false
  const of24 = half === undefined ? hour : (hour % 12) + (isAfternoon ? 12 : 0)
  const time = `${twoDigits(of24)}:${minutes ?? '00'}`
  return isLocalTime(time) ? time : null
}

/** The parts of a cell that may hold a date with its time: `2026-06-10T10:00`, `10.06.2026 10:00 am`. */
export const splitDateTime = (text: string): { date: string; time: string } => {
  const found =
    /^(.*\d)(?:T|,? +(?:at )?)(\d{1,2}(?:[:.]\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]\.?m\.?)?| ?[ap]\.?m\.?))$/i.exec(
      text,
    )
  return found ? { date: found[1] ?? '', time: found[2] ?? '' } : { date: text, time: '' }
}

/** The order that the dates of a column prove; null if all of them can be read both ways. */
export const provenOrder = (texts: readonly string[]): DateOrder | null => {
  for (const text of texts) {
    const [, first, second] = /^(\d{1,2})[-/](\d{1,2})[-/]\d{2,4}\b/.exec(text) ?? []
    if (Number(first) > 12) return 'day'
    if (Number(second) > 12) return 'month'
  }
  return null
}
