import { addDays, daysBetween } from '#domain/kernel/days.ts'
import { instantOf } from '#domain/kernel/instant-of.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { NETWORK_ZONE, pacificDay } from './pacific-days.ts'

/** How far back figures are read of an account that is new, and how far the screens go. */
export const HISTORY_DAYS = 364
/** The networks correct the latest days, so these are read again: three of those that they tell, some two days late. */
const correctedDays: Readonly<Record<SocialNetwork, number>> = {
  facebook: 3,
  instagram: 5,
  linkedin: 5,
  twitter: 3,
}
/** A metric that keeps failing is not read again from the beginning every day. */
const CAUGHT_UP_DAYS = 60

/** Days that are read in one turn: about what one call of the network covers. */
const windowDays: Readonly<Record<SocialNetwork, number>> = {
  facebook: 89,
  instagram: 29,
  linkedin: 89,
  twitter: 29,
}

/** The first day that is read again of a metric that has failed. */
export const caughtUpFrom = (now: Date): LocalDate => addDays(pacificDay(now), -CAUGHT_UP_DAYS)

/** How often the first reading of days is repeated while metrics fail, before it goes on without them. */
const FIRST_READINGS = 4

/** Whether these days are read once more before others: a year is read once, and what failed then would be missing for good. */
export const isReadOnceMore = (
  { to }: Window,
  { hasFailed, failures }: { readonly hasFailed: boolean; readonly failures: number },
  now: Date,
): boolean => hasFailed && to < pacificDay(now) && failures + 1 < FIRST_READINGS

/** Days that are read in one turn, both inside. */
export type Window = { readonly from: LocalDate; readonly to: LocalDate }

/**
 * What to read next. `readTo`: null for an account that is new. `behind`: the last day of the metric that is furthest behind, null if none
 * has failed. Ends today at the latest: some figures exist for the present day alone.
 */
export const nextWindow = (
  network: SocialNetwork,
  { readTo, behind }: { readonly readTo: LocalDate | null; readonly behind: LocalDate | null },
  now: Date,
): Window => {
  const today = pacificDay(now)
  const oldest = addDays(today, -HISTORY_DAYS)
  // Of the last day that was read nothing may have been told yet, so it is read again as well.
  const again = (day: LocalDate) => addDays(day, 1 - correctedDays[network])
  const regular = readTo === null ? oldest : again(readTo)
  const failed = behind === null ? regular : latest(again(behind), caughtUpFrom(now))
  const length = windowDays[network] - 1
  // Days that no metric has come first, or one that keeps failing would hold up the others.
  const isWaiting = readTo === null || readTo < today
  const isFailedFirst = failed < regular && (!isWaiting || addDays(failed, length) >= today)
  const from = latest(oldest, isFailedFirst ? failed : regular)
  const to = addDays(from, length)
  return { from: from > today ? today : from, to: to > today ? today : to }
}

const latest = (one: LocalDate, other: LocalDate): LocalDate => (one > other ? one : other)

/** The first hours after a Pacific midnight belong to the networks' own counting; then all accounts are spread over six hours. */
const FIRST_HOUR = 3
const SPREAD_MINUTES = 360

/** When an account that has all its days is read again: after the end of this Pacific day, at a minute of its own. */
export const nextTurn = (accountId: number, now: Date): Date => {
  const midnight = instantOf({ date: addDays(pacificDay(now), 1), time: '00:00', timezone: NETWORK_ZONE })
  // A multiplier without a common factor spreads neighbours far from each other.
  const minute = (accountId * 157) % SPREAD_MINUTES
  return new Date(midnight.getTime() + (FIRST_HOUR * 60 + minute) * 60_000)
}

/** After a failure: 5 minutes, then twice as long each time, up to 6 hours. */
export const retryDelayMs = (failures: number): number =>
  Math.min(5 * 60_000 * 2 ** Math.min(failures, 10), 6 * 3_600_000)

const HOUR = 3_600_000
/** The ages, in hours, at which a post's figures are read: soon often, then daily for 28 days. */
const readingAges = [1, 6, ...Array.from({ length: 28 }, (_, day) => (day + 1) * 24)]

/** When a post's figures are read next, after having been read at `now` or, with null, never; null: no longer. */
export const nextReading = (publishedAt: Date, readAt: Date | null): Date | null => {
  const age = readAt === null ? 0 : (readAt.getTime() - publishedAt.getTime()) / HOUR
  const next = readingAges.find(hours => hours > age)
  return next === undefined ? null : new Date(publishedAt.getTime() + next * HOUR)
}

/** Whether all days up to today have been read once. */
export const isUpToDate = (readTo: LocalDate, now: Date): boolean => daysBetween(readTo, pacificDay(now)) <= 0
