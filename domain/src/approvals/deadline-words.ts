import { countText } from '#domain/kernel/count-text.ts'
import { formatInstant, formats } from '#domain/kernel/time-format.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** A span in one unit, rounded down: minutes up to an hour, hours up to two days, then days. */
export const spanText = (ms: number): string => {
  if (ms < HOUR) return countText(Math.max(1, Math.floor(ms / MINUTE)), 'minute')
  return ms < 48 * HOUR
    ? countText(Math.floor(ms / HOUR), 'hour')
    : countText(Math.floor(ms / (24 * HOUR)), 'day')
}

/** `Thu 4 Jun, 5:00 PM` by the clock of `timezone`. */
export const deadlineMoment = (deadline: Date, timezone: string): string =>
  `${formatInstant(deadline, timezone, formats.weekday)}, ${formatInstant(deadline, timezone, formats.time)}`

/** Until when to decide, and how long that is: `Decide by Thu 4 Jun, 5:00 PM (in 6 hours)`. (docs/product/approvals.md "Deadline") */
export const deadlineText = (deadline: Date, now: Date, timezone: string): string => {
  const left = deadline.getTime() - now.getTime()
  const moment = deadlineMoment(deadline, timezone)
  return left > 0
    ? `Decide by ${moment} (in ${spanText(left)})`
    : `Decision was due by ${moment} (${spanText(-left)} late)`
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
  stays: 'If nobody decides, it will not go out.',
  goes_out: 'If nobody decides, it goes out as scheduled.',
} as const
