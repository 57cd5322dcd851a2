import type { SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** `within`: `utc_day` is counted from midnight UTC, a number within any span of so many minutes. `of`: only these are counted. */
type PostsTaken = { readonly most: number; readonly within: number | 'utc_day'; readonly of?: 'reels' }

/**
 * How many posts a network takes of one account, for planning. Apart from what else is known of networks, so that no page loads it. (docs/product/networks.md "Limits of posts", decision 184)
 */
const postsTaken: Readonly<Record<SocialNetwork, PostsTaken>> = {
  facebook: { most: 30, within: 24 * 60, of: 'reels' },
  instagram: { most: 50, within: 24 * 60 },
  linkedin: { most: 150, within: 'utc_day' },
  twitter: { most: 100, within: 15 },
}

/** An account with no more posts than this, in any span of time, is beyond no limit. */
export const LEAST_TAKEN = Math.min(...Object.values(postsTaken).map(({ most }) => most))

/** The longest time before a post in which others count. */
export const TAKEN_WITHIN_MS = DAY

const spanText = (within: PostsTaken['within']): string => {
  if (within === 'utc_day') return 'a day, by UTC'
  return within % 60 === 0 ? `in ${within / 60} hours` : `in ${within} minutes`
}

/** `Instagram takes 50 in 24 hours`, `Facebook takes 30 reels in 24 hours`. */
export const postsTakenText = (network: SocialNetwork): string => {
  const { most, within, of } = postsTaken[network]
  return [networkNames[network], 'takes', most, ...(of ? [of] : []), spanText(within)].join(' ')
}

/** A post of an account that its network counts, and when it goes out or went out. */
export type TimedPost = { readonly id: number; readonly at: Date; readonly isLive: boolean }

const inOrder = (a: TimedPost, b: TimedPost): number => a.at.getTime() - b.at.getTime() || a.id - b.id

/**
 * Those of an account's posts that its network will refuse if all go out as planned: as many as it takes go before each of them. What it
 * refuses takes no place from the next ones, and what is live has its place.
 */
export const postsBeyondLimit = (
  network: SocialNetwork,
  posts: readonly TimedPost[],
): ReadonlySet<number> => {
  const { most, within } = postsTaken[network]
  const beyond = new Set<number>()
  const isWithin = (earlier: number, at: number) =>
    within === 'utc_day' ? Math.floor(earlier / DAY) === Math.floor(at / DAY) : at - earlier < within * MINUTE
  const going: number[] = []
  for (const { id, at, isLive } of posts.toSorted(inOrder)) {
    const moment = at.getTime()
    const earliest = going.at(-most)
    if (!isLive && earliest !== undefined && isWithin(earliest, moment)) beyond.add(id)
    else going.push(moment)
  }
  return beyond
}
