import type { SocialNetwork } from '#domain/networks/model.ts'
import type { MetricKind } from './intervals.ts'

/** Kept as numbers with each value. `positive` and `negative`: what came and what went. */
export const seriesNumbers = { total: 0, organic: 1, paid: 2, positive: 3, negative: 4 } as const

/** What part of a figure a metric is. */
export type SeriesName = keyof typeof seriesNumbers

/**
 * A daily figure of an account. `number`: how it is kept with each value; it never changes and is never given twice. `kind`: `flow` is
 * counted day by day and can be summed, `level` is how many there are on that day, `people` how many a day reached, some of them on other days too, `rate` is a share of 1, `hours` is counted for each
 * hour. `from`: what the network calls it now, null if it has dropped it. `onlyGrows`: a later reading of a day may lack a part of it, so the
 * largest counts.
 */
export type Metric = {
  readonly name: string
  readonly number: number
  readonly series: SeriesName
  readonly kind: MetricKind
  readonly from: string | null
  readonly onlyGrows?: true
}

/** The metrics of each network by the product's names (docs/product/analytics.md "Metric names"). Adapters read them. */
export const metrics = {
  facebook: [
    { name: 'page_fans', number: 1, series: 'total', kind: 'level', from: 'page_follows' },
    { name: 'page_impressions', number: 2, series: 'total', kind: 'flow', from: 'page_media_view' },
    {
      name: 'page_impressions_paid',
      number: 3,
      series: 'paid',
      kind: 'flow',
      from: 'page_media_view, is_from_ads = 1',
    },
    {
      name: 'page_impressions_organic',
      number: 4,
      series: 'organic',
      kind: 'flow',
      from: 'page_media_view, is_from_ads = 0',
    },
    {
      name: 'page_impressions_unique',
      number: 5,
      series: 'total',
      kind: 'people',
      from: 'page_total_media_view_unique',
    },
    { name: 'page_engaged_users', number: 6, series: 'total', kind: 'flow', from: null },
    {
      name: 'page_post_engagements',
      number: 7,
      series: 'total',
      kind: 'flow',
      from: 'page_post_engagements',
    },
    { name: 'page_views_total', number: 8, series: 'total', kind: 'flow', from: 'page_views_total' },
    { name: 'page_fans_online', number: 9, series: 'total', kind: 'hours', from: null },
    {
      name: 'page_fan_adds',
      number: 10,
      series: 'positive',
      kind: 'flow',
      from: 'page_daily_follows_unique',
    },
    {
      name: 'page_fan_removes',
      number: 11,
      series: 'negative',
      kind: 'flow',
      from: 'page_daily_unfollows_unique',
    },
  ],
  instagram: [
    { name: 'follower_count', number: 101, series: 'positive', kind: 'flow', from: 'follower_count' },
    { name: 'impressions', number: 102, series: 'total', kind: 'flow', from: 'views' },
    { name: 'profile_views', number: 103, series: 'total', kind: 'flow', from: 'profile_links_taps' },
    { name: 'reach', number: 104, series: 'total', kind: 'people', from: 'reach' },
    {
      name: 'story_reach',
      number: 105,
      series: 'total',
      kind: 'people',
      from: 'reach of each story',
      onlyGrows: true,
    },
    {
      name: 'story_engagement',
      number: 106,
      series: 'total',
      kind: 'flow',
      from: 'total_interactions of each story',
      onlyGrows: true,
    },
    { name: 'online_followers', number: 107, series: 'total', kind: 'hours', from: 'online_followers' },
    {
      name: 'followers',
      number: 108,
      series: 'total',
      kind: 'level',
      from: 'followers_count of the account',
    },
  ],
  linkedin: [
    {
      name: 'unique_impressions',
      number: 201,
      series: 'total',
      kind: 'people',
      from: 'uniqueImpressionsCount',
    },
    { name: 'impressions', number: 202, series: 'total', kind: 'flow', from: 'impressionCount' },
    { name: 'clicks', number: 203, series: 'total', kind: 'flow', from: 'clickCount' },
    { name: 'likes', number: 204, series: 'total', kind: 'flow', from: 'likeCount' },
    { name: 'comments', number: 205, series: 'total', kind: 'flow', from: 'commentCount' },
    { name: 'shares', number: 206, series: 'total', kind: 'flow', from: 'shareCount' },
    {
      name: 'engagement',
      number: 207,
      series: 'total',
      kind: 'flow',
      from: 'clickCount + likeCount + commentCount + shareCount',
    },
    { name: 'engagement_rate', number: 208, series: 'total', kind: 'rate', from: 'engagement' },
    {
      name: 'total_engagement',
      number: 209,
      series: 'total',
      kind: 'flow',
      from: 'clickCount + likeCount + commentCount + shareCount',
    },
    { name: 'page_views', number: 210, series: 'total', kind: 'flow', from: 'allPageViews.pageViews' },
    {
      name: 'organic_followers',
      number: 211,
      series: 'organic',
      kind: 'level',
      from: 'organizationalEntityFollowerStatistics',
    },
    {
      name: 'paid_followers',
      number: 212,
      series: 'paid',
      kind: 'level',
      from: 'organizationalEntityFollowerStatistics',
    },
    {
      name: 'organic_follower_adds',
      number: 213,
      series: 'organic',
      kind: 'flow',
      from: 'followerGains.organicFollowerGain',
    },
    {
      name: 'paid_follower_adds',
      number: 214,
      series: 'paid',
      kind: 'flow',
      from: 'followerGains.paidFollowerGain',
    },
  ],
  twitter: [
    {
      name: 'followers',
      number: 301,
      series: 'total',
      kind: 'level',
      from: 'public_metrics.followers_count of the account',
    },
    { name: 'retweets', number: 302, series: 'total', kind: 'flow', from: 'public_metrics.retweet_count' },
    { name: 'replies', number: 303, series: 'total', kind: 'flow', from: 'public_metrics.reply_count' },
    { name: 'likes', number: 304, series: 'total', kind: 'flow', from: 'public_metrics.like_count' },
    { name: 'quotes', number: 305, series: 'total', kind: 'flow', from: 'public_metrics.quote_count' },
  ],
} as const satisfies Record<SocialNetwork, readonly Metric[]>

/** A metric of one network, by the product's name. */
export type MetricName<N extends SocialNetwork> = (typeof metrics)[N][number]['name']

/** The metric of that name, or undefined if the network has none. */
export const findMetric = (network: SocialNetwork, name: string): Metric | undefined =>
  metrics[network].find(metric => metric.name === name)
