import { createHash } from 'node:crypto'
import type { Post, SandboxAccount } from './model.ts'

/** Made-up figures of an active account: the same for the same day every time, with a weekly rhythm, growth and some randomness. */

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

/**
 * A metric's value on a day (`YYYY-MM-DD`): around `usual`, varying by weekday and growing slowly. Whole and never negative.
 */
export function dailyFigure(account: SandboxAccount, metric: string, day: string, usual: number): number {
  const date = dayNumber(day)
  const rhythm = weekdayFactors[new Date(date * DAY_MS).getUTCDay()] ?? 1
  const growth = 1 + (date - 20_400) / 1_000
  const luck = 0.6 + 0.8 * seeded(account.id, metric, day)
  return Math.max(0, Math.round(usual * rhythm * growth * luck))
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
  const reach = Math.round((250 + 1_800 * seeded(post.id, 'reach')) * share)
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
