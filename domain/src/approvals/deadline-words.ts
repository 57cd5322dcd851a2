import { formatInstant, formats } from '#domain/kernel/time-format.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`

/** A span in one unit, rounded down: minutes up to an hour, hours up to two days, then days. */
export const spanText = (ms: number): string => {
  if (ms < HOUR) return counted(Math.max(1, Math.floor(ms / MINUTE)), 'minute')
  return ms < 48 * HOUR
    ? counted(Math.floor(ms / HOUR), 'hour')
    : counted(Math.floor(ms / (24 * HOUR)), 'day')
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
    : `Was to be decided by ${moment} (${spanText(-left)} late)`
}

/** What becomes of a post that nobody decides about. */
export const silenceTexts = {
  stays: 'Without a decision it does not go out.',
  goes_out: 'Without a decision it goes out at its time.',
} as const
