import { isLocalDate, isLocalTime, type LocalDate, type LocalTime, twoDigits } from '#domain/kernel/time.ts'

/** What `3/4/2026` means: the 3rd of April, or March 4th. */
export const dateOrders = ['day', 'month'] as const
export type DateOrder = (typeof dateOrders)[number]

/**
 * The beginnings of the months' names, January first, without accents and case: English, German, French, Spanish, Italian, Dutch, Portuguese,
 * Polish. "mar" is March in all of them that have it; "mai" and "maj" are May.
 */
const months: readonly (readonly string[])[] = [
  ['jan', 'jan', 'ene', 'gen', 'sty'],
  ['feb', 'fev', 'fevr', 'lut'],
  ['mar', 'mrz', 'maer', 'mars', 'maa', 'mrt'],
  ['apr', 'avr', 'abr', 'kwi'],
  ['may', 'mai', 'maj', 'mag', 'mei'],
  ['jun', 'juin', 'giu', 'cze'],
  ['jul', 'juil', 'lug', 'lip'],
  ['aug', 'aou', 'ago', 'sie'],
  ['sep', 'set', 'wrz'],
  ['oct', 'okt', 'out', 'ott', 'paz'],
  ['nov', 'lis'],
  ['dec', 'dez', 'dic', 'gru'],
]

/** Without accents and case, so that "févr." and "März" are found as they are typed without them too. */
const plain = (word: string): string =>
  word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ź', 'z').toLowerCase()

/** The longest beginning decides: "juin" is not "jui…", "marzo" and "maart" are March, "mayo" is May. */
const monthOf = (word: string): number => {
  const name = plain(word)
  const found = months.map((names, index) => ({
    month: index + 1,
    length: Math.max(0, ...names.filter(one => name.startsWith(one)).map(one => one.length)),
  }))
  return found.reduce((best, one) => (one.length > best.length ? one : best), { month: 0, length: 0 }).month
}

/** The parts of a date, of which the day may not exist: the 31st of February. */
type Parts = { readonly year: number; readonly month: number; readonly day: number }

const dateOf = ({ year, month, day }: Parts): LocalDate | null => {
  const text = `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`
  return year >= 1970 && isLocalDate(text) ? text : null
}

/** `2026` of `26`. */
const fullYear = (text: string): number => (text.length === 2 ? 2000 : 0) + Number(text)

/** Says no more than the date: "Tue", "Mo,", "segunda-feira,". */
const weekday = /^\p{L}{2,13}(?:-feira)?\.?,? +/u

const partsIn = (text: string, order: DateOrder): Parts | null => {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text)
  if (iso) return { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) }
  const numbers = /^(\d{1,2})([-/.]) ?(\d{1,2})\2 ?(\d{4}|\d{2})$/.exec(text)
  if (numbers) {
    const [, first = '', mark, second = '', year = ''] = numbers
    // Nobody writes the month first with dots.
    const isDayFirst = order === 'day' || mark === '.'
    const [day, month] = isDayFirst ? [first, second] : [second, first]
    return { year: fullYear(year), month: Number(month), day: Number(day) }
  }
  const dayFirst =
    /^(\d{1,2})(?:\.|st|nd|rd|th|er|º|°)?(?: de(?= )|-)? ?(\p{L}{3,12})\.?,?(?: de(?= )|-)? ?(\d{4}|\d{2})$/iu.exec(
      text,
    )
  if (dayFirst) return named(dayFirst[3], dayFirst[2], dayFirst[1])
  const monthFirst = /^(\p{L}{3,12})\.?[ -](\d{1,2})(?:st|nd|rd|th)?,?[ -](\d{4}|\d{2})$/iu.exec(text)
  return monthFirst ? named(monthFirst[3], monthFirst[1], monthFirst[2]) : null
}

const named = (year = '', word = '', day = ''): Parts | null => {
  const month = monthOf(word)
  return month === 0 ? null : { year: fullYear(year), month, day: Number(day) }
}

const partsOf = (text: string, order: DateOrder): Parts | null =>
  partsIn(text, order) ?? partsIn(text.replace(weekday, ''), order)

/** Excel counts the days from the end of 1899; these are 1982 to 2119, so that a year alone or a phone number is none. */
const serial = /^([3-7]\d{4})(?:[.,](\d{1,15}))?$/
const SERIAL_DAY_ZERO = Date.UTC(1899, 11, 30)
const DAY_MS = 86_400_000

/** The moment of a serial number, to the minute. */
const serialMoment = (text: string): { date: LocalDate; time: LocalTime; hasTime: boolean } | null => {
  const found = serial.exec(text)
  if (!found) return null
  const days = Number(`${found[1]}.${found[2] ?? '0'}`)
  const [date = '', time = ''] = new Date(SERIAL_DAY_ZERO + Math.round(days * 1440) * 60_000)
    .toISOString()
    .slice(0, 16)
    .split('T')
  return { date, time, hasTime: found[2] !== undefined }
}

/** Between the days from which Excel counts: 1 January 1904 and the end of 1899. */
export const DAYS_TO_1904 = 1462

/** The number of a day that a workbook counts from 1904, as one that is counted from 1900. Any other text is left as it is. */
export const serialFrom1904 = (text: string): string =>
  serial.test(text) ? `${Number(text.slice(0, 5)) + DAYS_TO_1904}${text.slice(5)}` : text

/** The date of a cell, or null if it cannot be read. (docs/product/imports.md "Dates") */
export const readDate = (text: string, order: DateOrder): LocalDate | null => {
  const parts = partsOf(text, order)
  return parts ? dateOf(parts) : (serialMoment(text)?.date ?? null)
}

/** Whether a date is written that the calendar does not have: 31.02.2027. */
export const isMissingDay = (text: string, order: DateOrder): boolean => {
  const parts = partsOf(text, order)
  return (
    parts !== null && dateOf(parts) === null && parts.month <= 12 && parts.day <= 31 && parts.year >= 1970
  )
}

/** The date of a cell with this year where it has none: `29-Dec`, `Dec 29`, `29.12.`, `29/12`. Any other text is left as it is. */
export const withYear = (text: string, order: DateOrder, year: number): string => {
  if (readDate(text, order) !== null || isMissingDay(text, order)) return text
  const found = [' ', '-', '/', '.', ''].find(mark => partsOf(`${text}${mark}${year}`, order) !== null)
  return found === undefined ? text : `${text}${found}${year}`
}

/** A year that has all days. */
const LEAP_YEAR = 2028

/** Whether a day is written without its year. */
export const isYearless = (text: string, order: DateOrder): boolean => {
  const whole = withYear(text, order, LEAP_YEAR)
  return whole !== text && readDate(whole, order) !== null
}

/** The year in which a day without one is nearest to today, or null: the 29th of February, between leap years. Plans are shorter than half a year. */
export const nearestYear = (text: string, order: DateOrder, today: LocalDate): number | null => {
  const thisYear = Number(today.slice(0, 4))
  const years = [thisYear, thisYear + 1, thisYear - 1].flatMap(year => {
    const date = readDate(withYear(text, order, year), order)
    return date === null ? [] : [{ year, away: Math.abs(Date.parse(date) - Date.parse(today)) }]
  })
  return years.sort((one, other) => one.away - other.away)[0]?.year ?? null
}

/** The day after: what "24:00" is the beginning of. */
export const dayAfter = (date: LocalDate): LocalDate =>
  new Date(Date.parse(`${date}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)

/**
 * How a column writes times with a point: `0.30` is half past midnight beside `14.30`, and 7:12 beside `0.375`, where a spreadsheet counts
 * parts of a day. Null: nothing tells.
 */
export type PointTimes = 'clock' | 'part_of_day'

const halfHourOrPart = /^0[.,][0-5]\d$/

/** Whether a time with a point can be read in both ways. */
export const isDoubtfulTime = (text: string): boolean => halfHourOrPart.test(text)

export const pointTimesOf = (texts: readonly string[]): PointTimes | null => {
  const sure = texts.filter(text => !isDoubtfulTime(text))
  if (sure.some(text => /^(?:[1-9]|0\d|1\d|2[0-3])[.:]\d{2}/.test(text))) return 'clock'
  return sure.some(text => fractionTime(text) !== null) ? 'part_of_day' : null
}

/** A fraction of a day, as a spreadsheet counts times. */
const fractionTime = (text: string): LocalTime | null => {
  const found = /^0?[.,](\d{1,15})$/.exec(text)
  if (!found) return null
  const minutes = Math.round(Number(`0.${found[1]}`) * 1440)
  return minutes < 1440 ? `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}` : null
}

/** The end of a day, which is the beginning of the next. */
export const isMidnightAtEnd = (text: string): boolean => /^24(?:[:.h]00(?::00)?)?(?: ?uhr)?$/i.test(text)

/** The time of a cell, with 12 or 24 hours, or null if it cannot be read. Seconds are dropped. */
export const readTime = (text: string, points: PointTimes = 'part_of_day'): LocalTime | null => {
  if (isMidnightAtEnd(text) && text !== '24') return '00:00'
  const fraction = points === 'clock' && isDoubtfulTime(text) ? `00:${text.slice(2)}` : fractionTime(text)
  if (fraction) return fraction
  // "9 Uhr", "14.30 Uhr", "9h", "9h30", "9 h 30", "18:00h", "18.00 hrs"
  const local =
    /^(\d{1,2})(?:[:.](\d{2}))? ?(?:uhr|hs?|hrs?)\.?(?: (\d{2}))?$/i.exec(text) ??
    /^(\d{1,2}) ?h(?: ?(\d{2}))?$/i.exec(text)
  if (local) return timeOf(Number(local[1]), local[2] ?? local[3] ?? '00')
  const found =
    /^(\d{1,2})(?:[:.](\d{2}))?(?::\d{2}(?:\.\d+)?)?[ \u00a0\u202f]?(am|pm|a\.m\.|p\.m\.)?$/i.exec(text)
  if (!found) return null
  const [, hours = '', minutes, half] = found
  if (minutes === undefined && half === undefined) return null
  const hour = Number(hours)
  if (half !== undefined && (hour < 1 || hour > 12)) return null
  const isAfternoon = half?.toLowerCase().startsWith('p') ?? false
  return timeOf(half === undefined ? hour : (hour % 12) + (isAfternoon ? 12 : 0), minutes ?? '00')
}

const timeOf = (hour: number, minutes: string): LocalTime | null => {
  const time = `${twoDigits(hour)}:${minutes}`
  return isLocalTime(time) ? time : null
}

/** Browsers and spreadsheets write narrow spaces and such that do not break before "AM". */
const withPlainSpaces = (text: string): string =>
  text.normalize('NFC').replaceAll(/[\u00a0\u2009\u202f]/g, ' ')

/** The parts of a cell that may hold a date with its time: `2026-06-10T10:00`, `10.06.2026 10:00 am`. */
export const splitDateTime = (cell: string): { date: string; time: string } => {
  const text = withPlainSpaces(cell)
  const moment = serialMoment(text)
  if (moment?.hasTime) return { date: moment.date, time: moment.time }
  const found =
    /^(.*\d)(?:T|,? +(?:at |um )?)(\d{1,2}(?:[:.]\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]\.?m\.?| ?uhr)?| ?[ap]\.?m\.?| ?uhr| ?h(?: ?\d{2})?))$/i.exec(
      text,
    )
  if (found) return { date: found[1] ?? '', time: found[2] ?? '' }
  // A day without its year may end with the name of its month, or with a dot.
  const yearless = /^(.*[\p{L}.]),? +(\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\.?| ?uhr)?)$/iu.exec(text)
  return yearless ? { date: yearless[1] ?? '', time: yearless[2] ?? '' } : { date: text, time: '' }
}

/** The orders that the dates of a column prove: none if all of them can be read both ways, both if they contradict each other. */
export const provenOrders = (texts: readonly string[]): DateOrder[] => {
  const proven = new Set<DateOrder>()
  for (const text of texts) {
    const [, first, second] = /^(\d{1,2})[-/](\d{1,2})[-/]\d{2,4}\b/.exec(text.replace(weekday, '')) ?? []
    if (Number(first) > 12) proven.add('day')
    if (Number(second) > 12) proven.add('month')
  }
  return [...proven]
}

/** `Z`, `UTC`, `GMT+2`, `+01:00`, and what mails and browsers write behind it: `GMT+0100 (CET)`. */
const zoneAtEnd =
  /^(?<local>.*?\d.*?)[ ,]*(?:Z|(?:UTC|GMT)(?: ?(?<named>[+-]\d{1,2}(?::?\d{2})?))?|(?<offset>[+-]\d{2}:?\d{2}))(?: \([^()]{2,60}\))?$/i

const OFFSET_HOURS_MAX = 14

/** The instant of a cell that names its zone: `2026-12-29T09:05:00Z`, `Tue, 29 Dec 2026 09:05:00 +0100`, `29 Dec 2026 6 PM UTC+2`. */
export const readZoned = (cell: string, order: DateOrder): Date | null => {
  const found = zoneAtEnd.exec(withPlainSpaces(cell).trim())
  if (!found) return null
  const { local = '', named: behindName, offset: bare = behindName ?? '+0' } = found.groups ?? {}
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(bare) ?? []
  const parts = splitDateTime(local)
  const [date, time] = [readDate(parts.date, order), readTime(parts.time)]
  if (!date || !time || parts.time === '' || Number(hours) > OFFSET_HOURS_MAX) return null
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  const midnight = isMidnightAtEnd(parts.time) ? dayAfter(date) : date
  return new Date(Date.parse(`${midnight}T${time}:00Z`) - offset * 60_000)
}

/** The beginnings of the weekdays' names, Sunday first, in the languages of the months. */
const weekdays: readonly (readonly string[])[] = [
  ['su', 'so', 'dim', 'dom', 'zo', 'nie', 'nd'],
  ['mo', 'lu', 'ma', 'seg', 'pon', 'pn'],
  ['tu', 'di', 'mar', 'ter', 'wt'],
  ['we', 'mi', 'mer', 'wo', 'qua', 'sr'],
  ['th', 'do', 'je', 'ju', 'gi', 'qui', 'cz'],
  ['fr', 've', 'vi', 'vr', 'sex', 'pi', 'pt'],
  ['sa', 'sonna', 'za', 'sob'],
]

/** The weekday that is written with a date, if it is another one than the calendar's: 0 is Sunday. */
export const wrongWeekday = (text: string, date: LocalDate): number | null => {
  const [word] = weekday.exec(text) ?? []
  if (word === undefined) return null
  const name = plain(word)
  const found = weekdays.map((names, day) => ({
    day,
    length: Math.max(0, ...names.filter(one => name.startsWith(one)).map(one => one.length)),
  }))
  const { day, length } = found.reduce((best, one) => (one.length > best.length ? one : best), {
    day: 0,
    length: 0,
  })
  const real = new Date(`${date}T00:00:00Z`).getUTCDay()
  return length === 0 || day === real ? null : day
}
