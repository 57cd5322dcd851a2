import type { MetricName } from '#domain/analytics/metrics.ts'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import type { Insights, MetricSeries, ReadResult } from '#server/networks/network-reader.ts'
import type { LinkedinApi } from './api.ts'
import { readFollowers } from './followers.ts'
import { type Days, dayOfMs, daysOf, type Values } from './insight-days.ts'
import { readFailure } from './read-failure.ts'
import { type LinkedinStatistics, linkedinStatistics, type ShareTotals } from './statistics.ts'

type Part = {
  readonly metrics: readonly string[]
  readonly read: (statistics: LinkedinStatistics, days: Days) => Promise<Values>
}

const engaged = (totals: ShareTotals) =>
  (totals.clickCount ?? 0) + (totals.likeCount ?? 0) + (totals.commentCount ?? 0) + (totals.shareCount ?? 0)

/** The product's metrics from share statistics (docs/product/linkedin.md "Statistics"). The rate is between 0 and 1. */
const ofShares: Readonly<Record<string, (totals: ShareTotals) => number | undefined>> = {
  unique_impressions: totals => totals.uniqueImpressionsCount ?? totals.uniqueImpressionsCounts,
  impressions: totals => totals.impressionCount,
  clicks: totals => totals.clickCount,
  likes: totals => totals.likeCount,
  comments: totals => totals.commentCount,
  shares: totals => totals.shareCount,
  engagement: engaged,
  engagement_rate: totals => totals.engagement,
  total_engagement: engaged,
} satisfies Partial<Record<MetricName<'linkedin'>, (totals: ShareTotals) => number | undefined>>

const parts: readonly Part[] = [
  {
    metrics: Object.keys(ofShares),
    read: async (statistics, { available }) => {
      const answer = available ? await statistics.shares(available) : { elements: [] }
      if ('reply' in answer) return answer
      const valuesOf = (pick: (totals: ShareTotals) => number | undefined) =>
        answer.elements.flatMap(({ timeRange, totalShareStatistics }) => {
          const value = pick(totalShareStatistics)
          return value === undefined ? [] : [{ date: dayOfMs(timeRange.start), value }]
        })
      return new Map(Object.entries(ofShares).map(([metric, pick]) => [metric, valuesOf(pick)]))
    },
  },
  {
    metrics: ['page_views'],
    read: async (statistics, { available }) => {
      const answer = available ? await statistics.pageViews(available) : { elements: [] }
      if ('reply' in answer) return answer
      const values = answer.elements.map(({ timeRange, totalPageStatistics: { views } }) => ({
        date: dayOfMs(timeRange.start),
        value: views.allPageViews.pageViews,
      }))
      return new Map([['page_views', values]])
    },
  },
  {
    metrics: ['organic_follower_adds', 'paid_follower_adds'],
    read: async (statistics, { available }) => {
      const answer = available ? await statistics.followerGains(available) : { elements: [] }
      if ('reply' in answer) return answer
      const valuesOf = (kind: 'organicFollowerGain' | 'paidFollowerGain') =>
        answer.elements.map(({ timeRange, followerGains }) => ({
          date: dayOfMs(timeRange.start),
          value: followerGains[kind],
        }))
      return new Map([
        ['organic_follower_adds', valuesOf('organicFollowerGain')],
        ['paid_follower_adds', valuesOf('paidFollowerGain')],
      ])
    },
  },
  { metrics: ['organic_followers', 'paid_followers'], read: readFollowers },
]

/** Reads each group of metrics separately, so that a refused one does not affect the others unless the access itself is gone. */
export const readInsights = async (
  api: LinkedinApi,
  account: ConnectedAccount,
  { metrics, from, to }: { readonly metrics: readonly string[]; readonly from: string; readonly to: string },
  now: Date,
): Promise<ReadResult<Insights>> => {
  const statistics = linkedinStatistics(api, account)
  const days = daysOf(from, to, now)
  const requested = parts.filter(part => part.metrics.some(metric => metrics.includes(metric)))
  const answers = await Promise.all(requested.map(part => part.read(statistics, days)))
  const replies = answers.flatMap(answer => ('reply' in answer ? [readFailure(answer.reply)] : []))
  const [first] = replies
  // An expired version, a limit or a lost token affects all of them: then nothing was read.
  if (first && replies.length === answers.length && first.reason !== 'down') return first
  const insights = metrics.map(metric => {
    const index = requested.findIndex(part => part.metrics.includes(metric))
    return toSeries(metric, answers[index])
  })
  return {
    kind: 'read',
    value: {
      series: insights.flatMap(each => ('values' in each ? [each] : [])),
      refused: insights.flatMap(each => ('response' in each ? [each] : [])),
    },
  }
}

const toSeries = (metric: string, answer: Values | undefined): MetricSeries | Insights['refused'][number] => {
  if (!answer) return { metric, response: 'LinkedIn has no such metric.', isDropped: true }
  if ('reply' in answer) return { metric, response: answer.reply.text, isDropped: false }
  const values = answer.get(metric)
  return values
    ? { metric, values }
    : { metric, response: 'LinkedIn did not return this metric.', isDropped: true }
}
