import { addDays, daysBetween } from '#domain/kernel/days.ts'
import { instantOf } from '#domain/kernel/instant-of.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import { isStory, type PostType, type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import { prices } from '#domain/networks/prices.ts'
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
 * has failed. `hasPast`: the days before were requested; without that, an account of a network that charges for them begins today. Ends
 * today at the latest: some figures exist for the present day alone.
 */
export const nextWindow = (
  network: SocialNetwork,
  {
    readTo,
    behind,
    hasPast = false,
  }: { readonly readTo: LocalDate | null; readonly behind: LocalDate | null; readonly hasPast?: boolean },
  now: Date,
): Window => {
  const today = pacificDay(now)
  const isBegun = readTo === null && prices[network] !== null && !hasPast
  const oldest = isBegun ? today : addDays(today, -HISTORY_DAYS)
  // The network may have reported nothing yet for the last day that was read, so that day is read again as well.
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
  // The multiplier has no common factor with the minutes, which spreads accounts with neighbouring ids far apart.
  const minute = (accountId * 157) % SPREAD_MINUTES
  return new Date(midnight.getTime() + (FIRST_HOUR * 60 + minute) * 60_000)
}

/** After a failure: 5 minutes, then twice as long each time, up to 6 hours. */
export const retryDelayMs = (failures: number): number =>
  Math.min(5 * 60_000 * 2 ** Math.min(failures, 10), 6 * 3_600_000)

const HOUR = 3_600_000
/** The ages, in hours, at which a post's figures are read: soon often, then daily for 28 days. */
const readingAges = [1, 6, ...Array.from({ length: 28 }, (_, day) => (day + 1) * 24)]
/** The same where each reading is charged for (decision 120). */
const pricedAges = [6, 24, 3 * 24, 7 * 24, 28 * 24]
const agesOfPosts = (network: SocialNetwork): readonly number[] =>
  prices[network] === null ? readingAges : pricedAges

/** How many hours after publishing a version's figures are read for the first time. */
export const firstReadingHours = Object.fromEntries(
  socialNetworks.map(network => [network, agesOfPosts(network)[0]]),
)

/** For how many hours a network reports the figures of a story; null where it reports them for as long as those of any post. */
const storyHours: Readonly<Record<SocialNetwork, number | null>> = {
  facebook: null,
  instagram: 24,
  linkedin: null,
  twitter: null,
}
/** The networks whose stories have to be read while they are there. */
export const storyNetworks = socialNetworks.filter(network => storyHours[network] !== null)

/** Before the end, so that a reading that fails can be repeated twice. */
const STORY_MARGIN_HOURS = 0.25
/** Short, because a story's figures cannot be read later. */
export const STORY_RETRY_MS = 5 * 60_000

/** A version that went out. */
export type Published = {
  readonly network: SocialNetwork
  readonly type: PostType
  readonly publishedAt: Date
}

/** From when on the network no longer reports its figures; null: it always does. */
export const figuresEndAt = ({ network, type, publishedAt }: Published): Date | null => {
  const hours = isStory(type) ? storyHours[network] : null
  return hours === null ? null : new Date(publishedAt.getTime() + hours * HOUR)
}

const agesOf = ({ network, type }: Published): readonly number[] => {
  const hours = isStory(type) ? storyHours[network] : null
  if (hours === null) return agesOfPosts(network)
  return [...Array.from({ length: hours - 1 }, (_, hour) => hour + 1), hours - STORY_MARGIN_HOURS]
}

/**
 * When a post's figures are read next, after having been read at `readAt` or, with null, never; null: no longer. A story whose figures end
 * soon is read every hour, and once more just before (docs/product/analytics.md "Posts").
 */
export const nextReading = (published: Published, readAt: Date | null): Date | null => {
  const { publishedAt } = published
  const age = readAt === null ? 0 : (readAt.getTime() - publishedAt.getTime()) / HOUR
  const next = agesOf(published).find(hours => hours > age)
  return next === undefined ? null : new Date(publishedAt.getTime() + next * HOUR)
}

/**
 * When an account's stories are read next: within the hour, so that a new one is found, or just before the figures of one of these end
 * (docs/product/analytics.md "Stories").
 */
export const nextStoryReading = (
  network: SocialNetwork,
  stories: readonly { readonly publishedAt: Date }[],
  now: Date,
): Date => {
  const lasting = ((storyHours[network] ?? 0) - STORY_MARGIN_HOURS) * HOUR
  const ends = stories.map(({ publishedAt }) => publishedAt.getTime() + lasting)
  const inAnHour = now.getTime() + HOUR
  return new Date(Math.min(inAnHour, ...ends.filter(end => end > now.getTime())))
}

/** When a reading that failed `now` is repeated; null: that would be too late, or it was the last one. */
export const repeatedReading = (published: Published, now: Date): Date | null => {
  const end = figuresEndAt(published)
  if (end === null) return nextReading(published, now) && new Date(now.getTime() + retryDelayMs(3))
  const again = new Date(now.getTime() + STORY_RETRY_MS)
  return again < end ? again : null
}

/** Whether all days up to today have been read once. */
export const isUpToDate = (readTo: LocalDate, now: Date): boolean => daysBetween(readTo, pacificDay(now)) <= 0
