import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { day, id, instant, pathId } from '#domain/kernel/shapes.ts'
import { previews } from '#domain/media/model.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import { surenesses } from './best-time.ts'
import { insightIntervals, metricKinds } from './intervals.ts'

const ofProject = {
  method: 'GET',
  permission: 'analytics.see',
  cost: 'search',
  scope: { project: 'params.projectId' },
} as const
// By itself: as a part of `ofProject` it would reach the browser, with the schema library.
const params = z.strictObject({ projectId: pathId, social: z.enum(socialNetworks) })

/** Names of metrics with commas between them. */
const metricList = z
  .string()
  .max(500)
  .regex(/^[a-z_]+(,[a-z_]+)*$/, 'Names of metrics with commas between them')
  .transform(text => [...new Set(text.split(','))])

/** Pacific days; without them the last day to today. */
const days = { from: day.optional(), to: day.optional() }

const series = ['total', 'organic', 'paid', 'positive', 'negative'] as const

/** `extended_value` stands instead of a value in a metric by hour: its 24 hours. */
const dated = z.strictObject({
  name: z.string(),
  date: day,
  value: z.number().nullable(),
  extended_value: z.array(z.number()).nullable(),
})

/** `state`: how its latest reading ended; `unread` if it was never read. `since`: from when on it is in that state. */
const metricState = {
  metric: z.string(),
  series: z.enum(series),
  kind: z.enum(metricKinds),
  state: z.enum(['read', 'dropped', 'failed', 'unread']),
  since: instant.nullable(),
}

/** `percent`: the change between the last two known values. */
const insightSeries = z.strictObject({
  ...metricState,
  points: z.array(dated),
  percent: z.number().nullable(),
})
export type InsightSeries = z.output<typeof insightSeries>

/** `all-last-two` answers the last two values of each interval, by interval; the others a value for each interval of the range. */
export const listDailyInsights = endpoint({
  ...ofProject,
  params,
  path: '/insights/{social}/project-daily-insights/{projectId}',
  summary: 'Get figures of a connected account by day, week, month or quarter',
  query: z.strictObject({
    ...days,
    metrics: metricList,
    interval: z.enum([...insightIntervals, 'all-last-two']).optional(),
  }),
  output: z.union([
    z.array(insightSeries),
    z.strictObject({
      daily: z.array(insightSeries),
      weekly: z.array(insightSeries),
      monthly: z.array(insightSeries),
      quarterly: z.array(insightSeries),
    }),
  ]),
})

const insightTotal = z.strictObject({
  ...metricState,
  total: z.number().nullable(),
  previous: z.number().nullable(),
  percent: z.number().nullable(),
})
export type InsightTotal = z.output<typeof insightTotal>

/** `total`: of the whole range; `previous`: of as many days just before, null where those are no longer shown. */
export const listInsightTotals = endpoint({
  ...ofProject,
  params,
  path: '/insights/{social}/project-summary-insights/{projectId}',
  summary: 'Get the totals of a connected account in a period and in the one before',
  query: z.strictObject({ ...days, metrics: metricList }),
  output: z.array(insightTotal),
})

/** What the product can show, for all: it says nothing about any project. */
export const listInsightMetrics = endpoint({
  method: 'GET',
  path: '/insights/daily-insights-metrics',
  summary: 'List the metrics of each network',
  permission: 'signed-in',
  output: z.array(
    z.strictObject({
      social_network: z.enum(socialNetworks),
      name: z.string(),
      series: z.enum(series),
      kind: z.enum(metricKinds),
      is_dropped: z.boolean(),
    }),
  ),
})

/** Posts in one answer. */
export const TOP_POSTS = 10

const figure = z.number().nullable()
const topPost = z.strictObject({
  post_id: id,
  post_social_id: id,
  published_at: instant,
  permalink: z.string().nullable(),
  /** Null if it was published by hand. The time zone is the one its schedule was set in. */
  scheduled_at: instant.nullable(),
  timezone: z.string(),
  /** The beginning of its text, and its first picture, if it has one. */
  postSocial: z.strictObject({
    message: z.string(),
    attachments: z.array(z.strictObject({ object_data: z.strictObject({ previews }) })),
  }),
  read_at: instant.nullable(),
  reach: figure,
  impressions: figure,
  likes: figure,
  comments: figure,
  shares: figure,
  clicks: figure,
  saves: figure,
  video_views: figure,
  engagement: figure,
})
export type TopPost = z.output<typeof topPost>

/** Posts that are named of each day, and of each interval of a chart: a tooltip has room for so many. */
export const NAMED_POSTS = 3

/** `published`: on which Pacific days posts went out, how many, and the first three, each with the beginning of its text. */
const topPosts = z.strictObject({
  posts: z.array(topPost),
  published: z.array(
    z.strictObject({
      date: day,
      count: z.int(),
      posts: z.array(z.strictObject({ post_id: id, message: z.string() })),
    }),
  ),
})
export type PublishedDay = z.output<typeof topPosts>['published'][number]

export const listTopPostsByReach = endpoint({
  ...ofProject,
  params,
  path: '/insights/{social}/top-post-insight-details/{projectId}',
  summary: 'List the posts of a period that reached the most people',
  query: z.strictObject(days),
  output: topPosts,
})

export const listTopPostsByEngagement = endpoint({
  ...ofProject,
  params,
  path: '/insights/{social}/top-post-total-insight-details/{projectId}',
  summary: 'List the posts of a period with the most likes, comments and shares',
  query: z.strictObject(days),
  output: topPosts,
})

const summedFigure = z.strictObject({ total: figure, per_post: figure })

/** What posts have together and each on average. `posts`: how many went out on the network. */
export const summedFigures = z.strictObject({
  posts: z.int(),
  reach: summedFigure,
  impressions: summedFigure,
  engagement: summedFigure,
  clicks: summedFigure,
})

/** By campaign, the one with the most posts first; `campaign` null, at the end: the posts of none. Empty if no post of the period has one. */
export const listCampaignFigures = endpoint({
  ...ofProject,
  params,
  path: '/insights/{social}/campaign-insights/{projectId}',
  summary: 'Get the figures of the posts of a period by campaign',
  query: z.strictObject(days),
  output: z.array(
    summedFigures.extend({
      campaign: z.strictObject({ id, name: z.string(), color: z.string() }).nullable(),
    }),
  ),
})

/** The week that ends on the date (without one: today), each day with its 24 Pacific hours. `state` is null where the network never says. */
export const listFansOnline = endpoint({
  ...ofProject,
  params,
  path: '/insights/{social}/project-fans-online-insights/{projectId}',
  summary: 'See when the followers of a connected account are online',
  query: z.strictObject({ date: day.optional() }),
  output: z.strictObject({
    state: metricState.state.nullable(),
    since: instant.nullable(),
    days: z.array(z.strictObject({ date: day, hours: z.array(z.number()) })),
  }),
})

/**
 * docs/product/schedules.md "Best time": 24 hourly numbers, of the hours 0 to 23 in the project's zone; the best hour has 100. `source`: what
 * they come from; `none` goes with zeros and a reason in words. `note`: in words what they rest on.
 */
export const getBestTime = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/{social}/best-time',
  summary: 'Get how good each hour of a day is for a post',
  permission: 'post.schedule',
  cost: 'search',
  scope: { project: 'params.projectId' },
  params,
  query: z.strictObject({ date: day }),
  output: z.strictObject({
    values: z.array(z.number()).length(24),
    source: z.enum(['followers_online', 'own_posts', 'followers_and_posts', 'none']),
    reason: z.string().nullable(),
    note: z.string().nullable(),
    sureness: z.enum(surenesses).nullable(),
  }),
})
