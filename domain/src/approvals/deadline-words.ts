import { countText } from '#domain/kernel/count-text.ts'
import { instantIn } from '#domain/kernel/languages/dates.ts'
import { localeOf, phrase, type Words } from '#domain/kernel/languages/words.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

type Span = { readonly count: number; readonly unit: 'minute' | 'hour' | 'day' }

/** A span in one unit, rounded down: minutes up to an hour, hours up to two days, then days. */
const spanOf = (ms: number): Span => {
  if (ms < HOUR) return { count: Math.max(1, Math.floor(ms / MINUTE)), unit: 'minute' }
  return ms < 48 * HOUR
    ? { count: Math.floor(ms / HOUR), unit: 'hour' }
    : { count: Math.floor(ms / (24 * HOUR)), unit: 'day' }
}

/** The same in words: `6 hours`. */
export const spanText = (ms: number): string => {
  const { count, unit } = spanOf(ms)
  return countText(count, unit)
}

/** `Thu 4 Jun, 5:00 PM` by the clock of `timezone`. */
export const deadlineMoment = (deadline: Date, timezone: string): string =>
  instantIn('en', deadline, timezone, 'weekdayTime')

/** Until when to decide, and how long that is: `Decide by Thu 4 Jun, 5:00 PM (in 6 hours)`. (docs/product/approvals.md "Deadline") */
export const deadlineText = (
  { language, say }: Words,
  deadline: Date,
  now: Date,
  timezone: string,
): string => {
  const left = deadline.getTime() - now.getTime()
  const moment = instantIn(language, deadline, timezone, 'weekdayTime')
  const { count, unit } = spanOf(Math.abs(left))
  const locale = localeOf(language)
  if (left > 0)
    return say('Decide by {moment} ({in})', {
      moment,
      in: new Intl.RelativeTimeFormat(locale).format(count, unit),
    })
  const span = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
  return say('Decision was due by {moment} ({span} late)', { moment, span })
}

/** How long is left where there is room for two words: `4 h left`, `Late`. */
export const leftText = (deadline: Date, now: Date): string => {
  const left = deadline.getTime() - now.getTime()
  if (left <= 0) return 'Late'
  if (left < HOUR) return `${Math.max(1, Math.floor(left / MINUTE))} min left`
  return left < 48 * HOUR
    ? `${Math.floor(left / HOUR)} h left`
    : `${countText(Math.floor(left / (24 * HOUR)), 'day')} left`
}

/** What becomes of a post that nobody decides about. */
export const silenceTexts = {
  stays: phrase('If nobody decides, it will not go out.'),
  goes_out: phrase('If nobody decides, it goes out as scheduled.'),
} as const
