import { formatInstant, formats } from '../time-format.ts'
import type { ClientLanguage } from './languages.ts'
import { localeOf } from './words.ts'

const time = { hour: 'numeric', minute: '2-digit' } as const
const day = { day: 'numeric', month: 'short', year: 'numeric' } as const
const options = {
  time,
  day,
  dayTime: { ...day, ...time },
  /** Of a deadline: `Thu 4 Jun, 5:00 PM`, `Do., 4. Juni, 17:00`. */
  weekdayTime: { weekday: 'short', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' },
} as const
export type DateShape = keyof typeof options

const english = (instant: Date, timezone: string, shape: DateShape): string =>
  shape === 'weekdayTime'
    ? `${formatInstant(instant, timezone, formats.weekday)}, ${formatInstant(instant, timezone, formats.time)}`
    : formatInstant(instant, timezone, formats[shape])

/** An instant by the clock of `timezone`: in English as everywhere in Galley, else as readers of the language write it. */
export const instantIn = (
  language: ClientLanguage,
  instant: Date,
  timezone: string,
  shape: DateShape,
): string =>
  language === 'en'
    ? english(instant, timezone, shape)
    : new Intl.DateTimeFormat(localeOf(language), { ...options[shape], timeZone: timezone }).format(instant)
