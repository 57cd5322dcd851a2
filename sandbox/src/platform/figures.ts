import { createHash } from 'node:crypto'
import type { Post, SandboxAccount } from './model.ts'

/**
 * Made-up figures of an active account: the same for the same account and day every time once they are settled. They have a weekly rhythm,
 * growth, a bad week each quarter, days on which a post goes viral, and days of which nothing is ever reported.
 */

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** A number from 0 to 1 that depends only on the arguments. */
function seeded(...words: readonly (string | number)[]): number {
  return createHash('sha256').update(words.join('/')).digest().readUInt32BE(0) / 0xffff_ffff
}

/** Sunday to Saturday: most in the middle of the week, least on Sunday. */
const weekdayFactors = [0.7, 0.95, 1.1, 1.2, 1.15, 1, 0.75]

/** Days from 1970 to a `YYYY-MM-DD`. */
function dayNumber(day: string): number {
  return Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY_MS)
}

const QUARTER_DAYS = 91
/** How many times the usual figure there is on the day of a viral post and on the two days after it. */
const viralFactors = [5, 2.5, 1.5]

/** One week of every thirteen is bad, another one for each account. */
function weekFactor(account: SandboxAccount, date: number): number {
  const quarter = Math.floor(date / QUARTER_DAYS)
  const badWeek = Math.floor(seeded(account.id, 'bad week', quarter) * 13)
  return Math.floor((date % QUARTER_DAYS) / 7) === badWeek ? 0.35 : 1
}

/** One day in a quarter a post goes viral. */
function viralFactor(account: SandboxAccount, date: number): number {
  const since = viralFactors.findIndex((_, ago) => {
    const quarter = Math.floor((date - ago) / QUARTER_DAYS)
    const viralDay = Math.floor(seeded(account.id, 'viral', quarter) * QUARTER_DAYS)
    return (date - ago) % QUARTER_DAYS === viralDay
  })
  return viralFactors[since] ?? 1
}

/** After the end of a day its figures are still counted for so long; before that they are reported too low. */
const SETTLED_MS = 48 * HOUR_MS
/** The day ends later in Pacific time than in UTC. */
const PACIFIC_MS = 8 * HOUR_MS

function correction(account: SandboxAccount, day: string, now: number): number {
  const end = (dayNumber(day) + 1) * DAY_MS + PACIFIC_MS
  return now >= end + SETTLED_MS ? 1 : 0.85 + 0.1 * seeded(account.id, 'early', day)
}

/** Whether the network never tells this day, about one in 45. */
export function isMissingDay(account: SandboxAccount, day: string): boolean {
  return seeded(account.id, 'missing', day) < 1 / 45
}

/**
 * A metric's value on a day (`YYYY-MM-DD`) as it is reported at `now`: around `usual`. Whole and never negative.
 */
export function dailyFigure(
  account: SandboxAccount,
  { metric, day, now }: { metric: string; day: string; now: number },
  usual: number,
): number {
  const date = dayNumber(day)
  const rhythm = weekdayFactors[new Date(date * DAY_MS).getUTCDay()] ?? 1
  const growth = 1 + (date - 20_400) / 1_000
  const luck = 0.6 + 0.8 * seeded(account.id, metric, day)
  const event = weekFactor(account, date) * viralFactor(account, date)
  return Math.max(0, Math.round(usual * rhythm * growth * luck * event * correction(account, day, now)))
}

/** The number of followers at the end of a day. */
export function followersOn(account: SandboxAccount, day: string): number {
  const start = 1_200 + Math.floor(seeded(account.id, 'start') * 3_000)
  const days = Math.max(0, dayNumber(day) - 20_400)
  return start + Math.round(days * (2 + 6 * seeded(account.id, 'pace')) + 9 * seeded(account.id, 'day', day))
}

/** How many followers are online in each of the 24 hours of a day: few at night, most in the evening. */
export function onlineHours(account: SandboxAccount, day: string): number[] {
  const followers = followersOn(account, day)
  return Array.from({ length: 24 }, (_, hour) => {
    const curve = 0.08 + 0.25 * Math.exp(-((hour - 9) ** 2) / 8) + 0.45 * Math.exp(-((hour - 19) ** 2) / 10)
    return Math.round(followers * curve * (0.9 + 0.2 * seeded(account.id, day, hour)))
  })
}

/** A post's figures so far; most of them come within its first two days. */
export function figuresOf(post: Post, now: number) {
  const age = Math.max(0, now - post.created_at)
  const share = 1 - Math.exp(-age / (10 * HOUR_MS))
  // One post in fifteen goes viral.
  const spread = seeded(post.id, 'viral') < 1 / 15 ? 12 : 1
  const reach = Math.round((250 + 1_800 * seeded(post.id, 'reach')) * share * spread)
  const part = (name: string, most: number) => Math.round(reach * most * (0.4 + 0.6 * seeded(post.id, name)))
  return {
    reach,
    impressions: Math.round(reach * (1.2 + 0.5 * seeded(post.id, 'impressions'))),
    likes: part('likes', 0.06),
    comments: part('comments', 0.008),
    shares: part('shares', 0.01),
    clicks: part('clicks', 0.03),
    saves: part('saves', 0.006),
    quotes: part('quotes', 0.003),
  }
}
