import { addDays } from '#domain/kernel/days.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import { type DatedValue, rounded } from './intervals.ts'

/**
 * How much a value is above or below the one before, in percent: divided by 1 where that was 0, at most 100, two decimals
 * (docs/product/analytics.md "Numbers").
 */
export const percentOf = (value: number, previous: number): number =>
  rounded(Math.min(100, ((value - previous) / (previous === 0 ? 1 : previous)) * 100))

/** The last two values that are known, the older one first. */
export const lastTwo = <T extends DatedValue>(points: readonly T[]): T[] =>
  points.filter(({ value }) => value !== null).slice(-2)

/** The change between the last two known values, or null where there are not two. */
export const percentChange = (points: readonly DatedValue[]): number | null => {
  const [previous, last] = lastTwo(points)
  if (typeof previous?.value !== 'number' || typeof last?.value !== 'number') return null
  return percentOf(last.value, previous.value)
}

type OfDay = { readonly day: LocalDate }

/**
 * The days of the period before that a period's counts are compared with: those as far into it as the network has reported of the period
 * itself. None where one of the two knows less than nine tenths of the other's days, since their sums would differ by that alone
 * (docs/product/analytics.md "Range").
 */
export const comparedDays = <T extends OfDay>(
  now: readonly T[],
  before: readonly T[],
  days: number,
): readonly T[] => {
  const last = now.at(-1)
  if (last === undefined) return []
  const reported = before.filter(({ day }) => day <= addDays(last.day, -days))
  const [fewer, more] = [Math.min(now.length, reported.length), Math.max(now.length, reported.length)]
  return fewer >= more * 0.9 ? reported : []
}

/** What people did with a post: likes, comments and shares. Null: its network has said nothing. */
export const engagementOf = (figures: {
  readonly likes: number | null
  readonly comments: number | null
  readonly shares: number | null
}): number | null => {
  const known = [figures.likes, figures.comments, figures.shares].filter(figure => figure !== null)
  return known.length === 0 ? null : known.reduce((sum, figure) => sum + figure, 0)
}
