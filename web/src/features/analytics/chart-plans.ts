import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Unit } from './numbers.ts'

/** Which part of a figure is shown, where a network tells them apart. */
export const figureParts = ['all', 'organic', 'paid'] as const
export type FigurePart = (typeof figureParts)[number]

/** A metric as one line, bar or layer of a chart. */
export type Layer = {
  readonly metric: string
  readonly name: string
  /** What went is shown below zero. */
  readonly isLoss?: boolean
}

/** One card: its chart, and what it shows of each part. */
export type ChartPlan = {
  readonly title: string
  readonly shape: 'bar' | 'line' | 'stacked'
  readonly unit?: Unit
  readonly all: readonly Layer[]
  readonly organic?: readonly Layer[]
  readonly paid?: readonly Layer[]
}

const one = (metric: string, name: string): readonly Layer[] => [{ metric, name }]
const single = (title: string, shape: 'bar' | 'line', metric: string): ChartPlan => ({
  title,
  shape,
  all: one(metric, title),
})
const split = (title: string, organic: string, paid: string): ChartPlan => ({
  title,
  shape: 'stacked',
  all: [...one(organic, 'Organic'), ...one(paid, 'Paid')],
  organic: one(organic, 'Organic'),
  paid: one(paid, 'Paid'),
})

/** The charts of each network, in their order on the page. */
export const chartPlans: Readonly<Record<SocialNetwork, readonly ChartPlan[]>> = {
  facebook: [
    single('Followers', 'line', 'page_fans'),
    {
      title: 'Followers gained and lost',
      shape: 'stacked',
      all: [...one('page_fan_adds', 'Gained'), { metric: 'page_fan_removes', name: 'Lost', isLoss: true }],
    },
    {
      title: 'Impressions',
      shape: 'bar',
      all: one('page_impressions', 'All'),
      organic: one('page_impressions_organic', 'Organic'),
      paid: one('page_impressions_paid', 'Paid'),
    },
    single('Daily reach', 'line', 'page_impressions_unique'),
    single('Post engagements', 'bar', 'page_post_engagements'),
    single('Engaged people', 'bar', 'page_engaged_users'),
    single('Page views', 'bar', 'page_views_total'),
  ],
  instagram: [
    single('Followers', 'line', 'followers'),
    single('New followers', 'bar', 'follower_count'),
    single('Impressions', 'bar', 'impressions'),
    single('Daily reach', 'line', 'reach'),
    single('Taps on links in the profile', 'bar', 'profile_views'),
    single('Daily story reach', 'line', 'story_reach'),
    single('Story engagement', 'bar', 'story_engagement'),
  ],
  linkedin: [
    split('Followers', 'organic_followers', 'paid_followers'),
    split('New followers', 'organic_follower_adds', 'paid_follower_adds'),
    single('Impressions', 'bar', 'impressions'),
    single('Daily unique impressions', 'line', 'unique_impressions'),
    single('Total engagement', 'line', 'total_engagement'),
    {
      title: 'Engagement by kind',
      shape: 'stacked',
      all: [
        ...one('likes', 'Likes'),
        ...one('comments', 'Comments'),
        ...one('shares', 'Shares'),
        ...one('clicks', 'Clicks'),
      ],
    },
    { ...single('Engagement rate', 'line', 'engagement_rate'), unit: 'share' },
    single('Page views', 'bar', 'page_views'),
  ],
  twitter: [
    single('Followers', 'line', 'followers'),
    {
      title: 'Engagement by kind',
      shape: 'stacked',
      all: [
        ...one('likes', 'Likes'),
        ...one('retweets', 'Retweets'),
        ...one('replies', 'Replies'),
        ...one('quotes', 'Quotes'),
      ],
    },
  ],
}

/** The layers of the part, or all of them where the network does not tell the parts apart. */
export const layersOf = (plan: ChartPlan, part: FigurePart): readonly Layer[] => plan[part] ?? plan.all

/** Whether a network tells organic and paid figures apart anywhere. */
export const hasParts = (network: SocialNetwork): boolean =>
  chartPlans[network].some(({ organic }) => organic !== undefined)

/** What makes up the total of followers. */
export const followerMetrics: Readonly<Record<SocialNetwork, readonly string[]>> = {
  facebook: ['page_fans'],
  instagram: ['followers'],
  linkedin: ['organic_followers', 'paid_followers'],
  twitter: ['followers'],
}

/** Whether the network keeps the figures of the last two days to itself. */
export const hasLateFigures: Readonly<Record<SocialNetwork, boolean>> = {
  facebook: false,
  instagram: false,
  linkedin: true,
  twitter: false,
}
