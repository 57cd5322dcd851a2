import { engagementOf, percentOf } from '#domain/analytics/changes.ts'
import { joined, type MetricKind, rounded } from '#domain/analytics/intervals.ts'
import { phrase } from '#domain/kernel/languages/words.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import type { ReportWords } from './words.ts'

/** `other`: a metric that is part of the same figure. */
type ReportFigure = readonly [metric: string, label: string, other?: string]

/** Sent reports keep this text and tell by it that more is worse: rewording it would turn their losses green. */
const lostFollowers = phrase('Followers lost')

/** The figures of each network that a report shows, by the product's names of the metrics (docs/product/reports.md "What happened"). */
export const reportFigures = {
  facebook: [
    ['page_fans', phrase('Followers')],
    ['page_impressions', phrase('Impressions')],
    ['page_impressions_unique', phrase('People reached per day')],
    ['page_post_engagements', phrase('Post engagements')],
    ['page_views_total', phrase('Page views')],
    ['page_fan_adds', phrase('New followers')],
    ['page_fan_removes', lostFollowers],
  ],
  instagram: [
    ['followers', phrase('Followers')],
    ['follower_count', phrase('New followers')],
    ['impressions', phrase('Views')],
    ['reach', phrase('People reached per day')],
    ['profile_views', phrase('Taps on links in the profile')],
    ['story_reach', phrase('People reached by stories per day')],
    ['story_engagement', phrase('Interactions with stories')],
  ],
  linkedin: [
    ['organic_followers', phrase('Followers'), 'paid_followers'],
    ['organic_follower_adds', phrase('New followers'), 'paid_follower_adds'],
    ['impressions', phrase('Impressions')],
    ['unique_impressions', phrase('People reached per day')],
    ['total_engagement', phrase('Engagements')],
    ['clicks', phrase('Clicks')],
    ['page_views', phrase('Page views')],
  ],
  twitter: [
    ['followers', phrase('Followers')],
    ['likes', phrase('Likes')],
    ['retweets', phrase('Retweets')],
    ['replies', phrase('Replies')],
    ['quotes', phrase('Quotes')],
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

/** Of so many days something has to be known before it can be called usual: four weeks. */
const USUAL_DAYS = 28

/** Whether one of two values is at least a tenth above the other: less is noise, upwards and downwards alike. */
const isWorthSaying = (a: number, b: number): boolean => a !== b && Math.max(a, b) * 10 >= Math.min(a, b) * 11

/**
 * A period against the one before, and against what a period of that length had in the 90 days before it. Days of which the network has
 * said nothing count neither as 0 nor in the mean. What is usual is null where it says nothing: of a number that only moves slowly, of a
 * few days, and where it is what the period before had.
 */
export const figureOf = ({ kind, now, before, trailing, days }: Stretches): Figure => {
  const value = joined(now, kind)
  const previous = joined(before, kind)
  const inAll = kind === 'flow' ? days : 1
  const usual =
    kind === 'level' || trailing.length < USUAL_DAYS
      ? null
      : rounded(mean(trailing) * inAll, kind === 'rate' ? 2 : 0)
  return {
    value,
    previous,
    change: value === null || previous === null ? null : percentOf(value, previous),
    trailing: usual !== null && (previous === null || isWorthSaying(usual, previous)) ? usual : null,
  }
}

/** What a movement of a figure means for the client, beside that of another: who stays counts most. Others count 1. */
const meaning: Readonly<Record<string, number>> = {
  Followers: 4,
  'New followers': 1.5,
  [lostFollowers]: 1.5,
  'People reached per day': 1.5,
  'Post engagements': 1.5,
  Engagements: 1.5,
  Clicks: 1.5,
}

/** Added to both sides, so that from 2 to 4 is no large movement beside from 2,000 to 3,000. */
const FEW = 20

/** How much a movement says: a rise to the double as much as a fall to the half. */
const weightOf = ({ label, value, previous }: Named): number =>
  Math.abs(Math.log(((value ?? 0) + FEW) / ((previous ?? 0) + FEW))) * (meaning[label] ?? 1)

type Named = Figure & { readonly label: string; readonly network: SocialNetwork }
type Networks = readonly {
  readonly social_network: SocialNetwork
  readonly figures: readonly Omit<Named, 'network'>[]
}[]

const SENTENCES = 3

const sentenceOf = (
  { label, network, value, previous, change }: Named,
  { say, number, percent }: ReportWords,
): string => {
  const said = {
    figure: say(label),
    network: networkNames[network],
    before: number(previous),
    now: number(value),
    change: percent(Math.abs(change ?? 0)),
  }
  // A change says 100 at most, also of what rose by more; of nothing there is no share.
  if (previous === 0) return say('{figure} on {network} rose from {before} to {now}.', said)
  if (value === 0) return say('{figure} on {network} fell from {before} to {now}.', said)
  if ((value ?? 0) > 2 * (previous ?? 0))
    return say('{figure} on {network} more than doubled (from {before} to {now}).', said)
  return (change ?? 0) > 0
    ? say('{figure} on {network} rose by {change} (from {before} to {now}).', said)
    : say('{figure} on {network} fell by {change} (from {before} to {now}).', said)
}

/** Sentences to begin the explanation with, about the movements that say most. */
export const suggestionsOf = (networks: Networks, words: ReportWords): string[] =>
  networks
    .flatMap(({ social_network: network, figures }) => figures.map(figure => ({ ...figure, network })))
    .filter(({ value, previous }) => value !== null && previous !== null && isWorthSaying(value, previous))
    .toSorted((a, b) => weightOf(b) - weightOf(a))
    .slice(0, SENTENCES)
    .map(figure => sentenceOf(figure, words))

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
