import type { SocialNetwork } from '#domain/networks/model.ts'
import type { MetricName } from './metrics.ts'

/** Which call of its network tells a metric, since when under its present name (null: as long as Galley knows), and what to know of it. */
type MetricSource = { readonly call: string; readonly since: string | null; readonly note: string }

const page = 'GET /{page}/insights?period=day'
const account = 'GET /{ig}/insights?period=day'
const totals = `${account}&metric_type=total_value`
const stories = 'GET /{ig}/stories, then GET /{media}/insights'
const shares = 'GET /rest/organizationalEntityShareStatistics'
const gains = 'GET /rest/organizationalEntityFollowerStatistics'
const followers = `${gains} and GET /rest/networkSizes/{organization}`
const timeline = 'GET /2/users/{id}/tweets'
const none = 'none'
const todayOnly = 'today’s number only: a series from the day of connecting on'

const source = (call: string, note = '', since: string | null = null): MetricSource => ({ call, since, note })
const perStory = 'summed over the stories of a day, which can be read for 24 hours only'
const perTweet = 'summed over the posts written on that day; grows while people react'
const late = 'two days late'

/** Where each metric comes from; docs/metrics.md is made of it. */
export const metricSources = {
  facebook: {
    page_fans: source(page, 'page_fans is gone', '15 November 2025'),
    page_impressions: source(page, 'page_impressions is gone', '15 November 2025'),
    page_impressions_paid: source(`${page}&breakdown=is_from_ads`, 'page_impressions_paid is gone'),
    page_impressions_organic: source(`${page}&breakdown=is_from_ads`, 'page_impressions_organic is gone'),
    page_impressions_unique: source(page, 'page_impressions_unique is gone', '15 June 2026'),
    page_engaged_users: source(none, 'gone since March 2024, without a successor'),
    page_post_engagements: source(page),
    page_views_total: source(page),
    page_fans_online: source(none, 'gone, date not confirmed, without a successor'),
    page_fan_adds: source(page, 'page_fan_adds is gone'),
    page_fan_removes: source(page, 'page_fan_removes is gone'),
  },
  instagram: {
    follower_count: source(account, 'new followers, of the last 30 days only'),
    impressions: source(totals, 'impressions is gone; one call a day', '21 April 2025'),
    profile_views: source(totals, 'the nearest that is left; one call a day'),
    reach: source(account, 'up to 48 hours late'),
    story_reach: source(stories, perStory),
    story_engagement: source(stories, perStory),
    online_followers: source('GET /{ig}/insights?period=lifetime', 'by Pacific hour; of the last days only'),
    followers: source('GET /{ig}?fields=followers_count', todayOnly),
  },
  linkedin: {
    unique_impressions: source(shares, late),
    impressions: source(shares, late),
    clicks: source(shares, late),
    likes: source(shares, late),
    comments: source(shares, late),
    shares: source(shares, late),
    engagement: source(shares, `${late}; added up by Galley`),
    engagement_rate: source(shares, `${late}; a share of 1`),
    total_engagement: source(shares, `${late}; added up by Galley`),
    page_views: source('GET /rest/organizationPageStatistics', late),
    organic_followers: source(followers, 'the present number; earlier days by taking the gains off'),
    paid_followers: source(followers, 'the present number; earlier days by taking the gains off'),
    organic_follower_adds: source(gains, late),
    paid_follower_adds: source(gains, late),
  },
  twitter: {
    followers: source('GET /2/users/me', todayOnly),
    retweets: source(timeline, perTweet),
    replies: source(timeline, perTweet),
    likes: source(timeline, perTweet),
    quotes: source(timeline, perTweet),
  },
} as const satisfies { readonly [N in SocialNetwork]: Readonly<Record<MetricName<N>, MetricSource>> }
