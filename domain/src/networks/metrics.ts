import type { SocialNetwork } from './model.ts'

/**
 * The metrics of each network by the product's names (docs/product/analytics.md "Metric names"). The adapters translate them to the networks' current names; some metrics a network no longer provides.
 */
export const metricNames = {
  facebook: [
    'page_fans',
    'page_impressions',
    'page_impressions_paid',
    'page_impressions_organic',
    'page_impressions_unique',
    'page_engaged_users',
    'page_post_engagements',
    'page_views_total',
    'page_fans_online',
    'page_fan_adds',
    'page_fan_removes',
  ],
  instagram: [
    'follower_count',
    'impressions',
    'profile_views',
    'reach',
    'story_reach',
    'story_engagement',
    'online_followers',
  ],
  linkedin: [
    'unique_impressions',
    'impressions',
    'clicks',
    'likes',
    'comments',
    'shares',
    'engagement',
    'engagement_rate',
    'total_engagement',
    'page_views',
    'organic_followers',
    'paid_followers',
    'organic_follower_adds',
    'paid_follower_adds',
  ],
  twitter: ['followers', 'retweets', 'replies', 'likes', 'quotes'],
} as const satisfies Record<SocialNetwork, readonly string[]>

/** A metric of one network, by the product's name. */
export type MetricName<N extends SocialNetwork> = (typeof metricNames)[N][number]
