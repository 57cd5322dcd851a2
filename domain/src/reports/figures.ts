import { engagementOf, percentOf } from '#domain/analytics/changes.ts'
import { joined, type MetricKind, rounded } from '#domain/analytics/intervals.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'

/** `other`: a metric that is part of the same figure. */
type ReportFigure = readonly [metric: string, label: string, other?: string]

/** Sent reports keep this text and tell by it that more is worse: rewording it would turn their losses green. */
const lostFollowers = 'Followers lost'

/** The figures of each network that a report shows, by the product's names of the metrics (docs/product/reports.md "What happened"). */
export const reportFigures = {
  facebook: [
    ['page_fans', 'Followers'],
    ['page_impressions', 'Impressions'],
    ['page_impressions_unique', 'People reached per day'],
    ['page_post_engagements', 'Post engagements'],
    ['page_views_total', 'Page views'],
    ['page_fan_adds', 'New followers'],
    ['page_fan_removes', lostFollowers],
  ],
  instagram: [
    ['followers', 'Followers'],
    ['follower_count', 'New followers'],
    ['impressions', 'Views'],
    ['reach', 'People reached per day'],
    ['profile_views', 'Taps on links in the profile'],
    ['story_reach', 'People reached by stories per day'],
    ['story_engagement', 'Interactions with stories'],
  ],
  linkedin: [
    ['organic_followers', 'Followers', 'paid_followers'],
    ['organic_follower_adds', 'New followers', 'paid_follower_adds'],
    ['impressions', 'Impressions'],
    ['unique_impressions', 'People reached per day'],
    ['total_engagement', 'Engagements'],
    ['clicks', 'Clicks'],
    ['page_views', 'Page views'],
  ],
  twitter: [
    ['followers', 'Followers'],
    ['likes', 'Likes'],
    ['retweets', 'Retweets'],
    ['replies', 'Replies'],
    ['quotes', 'Quotes'],
  ],
} as const satisfies Record<SocialNetwork, readonly ReportFigure[]>

/** Whether a higher number is worse. */
export const isLoss = (label: string): boolean => label === lostFollowers

/** A metric that has one value a day. */
type FigureKind = Exclude<MetricKind, 'hours'>

/** The values of a metric in three stretches of days, oldest first; days without a value are missing. */
type Stretches = {
  readonly kind: FigureKind
  readonly now: readonly number[]
  readonly before: readonly number[]
  readonly trailing: readonly number[]
  /** Days of the period. */
  readonly days: number
}

/** One figure of a period. `change` is in percent; null: nothing is known of it. */
export type Figure = {
  readonly value: number | null
  readonly previous: number | null
  readonly change: number | null
  readonly trailing: number | null
}

const mean = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0) / values.length

/**
 * A period against the one before, and against what a period of that length had in the 90 days before it. Days of which the network has
 * said nothing count neither as 0 nor in the mean.
 */
export const figureOf = ({ kind, now, before, trailing, days }: Stretches): Figure => {
  const value = joined(now, kind)
  const previous = joined(before, kind)
  const usual = trailing.length === 0 ? null : mean(trailing)
  const inAll = kind === 'flow' ? days : 1
  return {
    value,
    previous,
    change: value === null || previous === null ? null : percentOf(value, previous),
    trailing: usual === null ? null : rounded(usual * inAll, kind === 'rate' ? 2 : 0),
  }
}

type Named = Figure & { readonly label: string; readonly network: SocialNetwork }

/** Changes of less than this many percent are noise. */
const WORTH_SAYING = 10
const SENTENCES = 3

const sentenceOf = ({ label, network, value, previous, change }: Named): string => {
  const subject = `${label} on ${networkNames[network]}`
  const figures = `from ${previous?.toLocaleString('en')} to ${value?.toLocaleString('en')}`
  // A change says 100 at most, also of what rose by more; of nothing there is no share.
  if (previous === 0) return `${subject} rose ${figures}.`
  if ((value ?? 0) > 2 * (previous ?? 0)) return `${subject} more than doubled (${figures}).`
  return `${subject} ${(change ?? 0) > 0 ? 'rose' : 'fell'} by ${Math.abs(change ?? 0)} % (${figures}).`
}

/** Sentences to begin the explanation with, about the largest movements. */
export const suggestionsOf = (figures: readonly Named[]): string[] =>
  figures
    .filter(({ change }) => change !== null && Math.abs(change) >= WORTH_SAYING)
    .toSorted((a, b) => Math.abs(b.change ?? 0) - Math.abs(a.change ?? 0))
    .slice(0, SENTENCES)
    .map(sentenceOf)

type Ranked = {
  readonly post_id: number
  readonly likes: number | null
  readonly comments: number | null
  readonly shares: number | null
}

/** The best and the worst by engagement, of two posts; none if there are not two that differ. */
export const extremesOf = <T extends Ranked>(
  posts: readonly T[],
): { readonly best: T; readonly worst: T } | null => {
  const known = posts
    .flatMap(post => {
      const engagement = engagementOf(post)
      return engagement === null ? [] : [{ post, engagement }]
    })
    .toSorted((a, b) => b.engagement - a.engagement)
  const [best] = known
  const worst = known.findLast(({ post }) => post.post_id !== best?.post.post_id)
  return best && worst && best.engagement > worst.engagement ? { best: best.post, worst: worst.post } : null
}
