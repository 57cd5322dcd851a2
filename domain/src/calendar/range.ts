import { addDays, type DayRange, daysBetween } from '#domain/kernel/days.ts'
import { instantOf } from '#domain/kernel/instant-of.ts'

/** The most days that a calendar or a list may ask for at once: a quarter and a few, both ends counted. */
export const RANGE_DAYS_MAX = 100

/** Why a range of days cannot be requested, in words, or null. */
export const rangeProblem = ({ start, end }: DayRange): string | null => {
  const days = daysBetween(start, end) + 1
  if (days < 1) return 'The range ends before it starts'
  return days > RANGE_DAYS_MAX ? `A range has at most ${RANGE_DAYS_MAX} days` : null
}

/**
 * The instants that make up these days on the wall calendar of `timezone`: from the first (inside) up to the last (outside).
 * Throws a RangeError for a malformed day or zone.
 */
export const instantsOf = ({ start, end }: DayRange, timezone: string): { from: Date; until: Date } => ({
  from: instantOf({ date: start, time: '00:00', timezone }),
  until: instantOf({ date: addDays(end, 1), time: '00:00', timezone }),
})
