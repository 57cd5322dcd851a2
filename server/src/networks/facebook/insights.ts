import { z } from 'zod'
import type { MetricName } from '#domain/analytics/metrics.ts'
import { addDays, daysBetween } from '#domain/kernel/days.ts'
import { dayEndingAt, spanOf } from '#server/networks/meta/pacific-days.ts'
import { type ReadFailure, readFailure } from '#server/networks/meta/read-failure.ts'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import type { Insights, MetricSeries, ReadResult } from '#server/networks/network-reader.ts'
import { isOk, parseBody } from '#server/platform/http/outgoing-requests/client.ts'
import type { Graph } from '../meta/graph.ts'
import { isDropped, mapInBatches, numberOf } from '../meta/metrics.ts'

type CurrentMetric = { readonly metric: string; readonly isFromAds?: '0' | '1' }

/**
 * The product's metrics and Facebook's current ones (docs/product/facebook.md "Insights"). `page_engaged_users` and `page_fans_online` have
 * no successor; the closest metric would be a different figure under their name.
 */
const metrics: Readonly<Record<string, CurrentMetric>> = {
  page_fans: { metric: 'page_follows' },
  page_impressions: { metric: 'page_media_view' },
  page_impressions_paid: { metric: 'page_media_view', isFromAds: '1' },
  page_impressions_organic: { metric: 'page_media_view', isFromAds: '0' },
  page_impressions_unique: { metric: 'page_total_media_view_unique' },
  page_post_engagements: { metric: 'page_post_engagements' },
  page_views_total: { metric: 'page_views_total' },
  page_fan_adds: { metric: 'page_daily_follows_unique' },
  page_fan_removes: { metric: 'page_daily_unfollows_unique' },
} satisfies Partial<Record<MetricName<'facebook'>, CurrentMetric>>

/** Facebook allows 90 days a call; one less, because two days a year are not 24 hours long. */
const WINDOW_DAYS = 89

type Days = { readonly from: string; readonly to: string }
type Values = MetricSeries['values']

/** Reads metric by metric, because one bad name fails the whole call. Fails only if every metric failed for a common reason. */
export const readInsights =
  (api: Graph) =>
  async (
    account: ConnectedAccount,
    request: Days & { readonly metrics: readonly string[] },
  ): Promise<ReadResult<Insights>> => {
    const found = await mapInBatches(request.metrics, async metric => {
      const today = metrics[metric]
      return { metric, found: today ? await readMetric(api, account, today, request) : noSuccessor }
    })
    const series = found.flatMap(({ metric, found: values }) =>
      isUnread(values) ? [] : [{ metric, values }],
    )
    const unread = found.flatMap(({ metric, found: why }) => (isUnread(why) ? [{ metric, why }] : []))
    const common = unread.find(({ why }) => why.reason !== 'not_supported' && why.reason !== 'not_found')
    if (series.length === 0 && common) return common.why
    const refused = unread.map(({ metric, why }) => ({
      metric,
      response: why.response,
      isDropped: isDropped(why),
    }))
    return { kind: 'read', value: { series, refused } }
  }

const isUnread = (found: Values | ReadFailure): found is ReadFailure => 'kind' in found

const noSuccessor: ReadFailure = {
  kind: 'not_read',
  reason: 'not_supported',
  retryAfterMs: null,
  response: 'Facebook no longer offers this metric.',
}

const windowsOf = ({ from, to }: Days): Days[] => {
  const count = Math.ceil((daysBetween(from, to) + 1) / WINDOW_DAYS)
  return Array.from({ length: Math.max(count, 0) }, (_, index) => {
    const start = addDays(from, index * WINDOW_DAYS)
    const end = addDays(start, WINDOW_DAYS - 1)
    return { from: start, to: end < to ? end : to }
  })
}

const answer = z.object({
  data: z.array(
    z.object({
      /** Missing if there is no data. */
      values: z
        .array(
          z.object({ value: z.unknown(), end_time: z.string(), is_from_ads: z.coerce.string().optional() }),
        )
        .default([]),
    }),
  ),
})

const readMetric = async (
  api: Graph,
  account: ConnectedAccount,
  { metric, isFromAds }: CurrentMetric,
  days: Days,
): Promise<Values | ReadFailure> => {
  const values: { date: string; value: number }[] = []
  for (const window of windowsOf(days)) {
    const reply = await api.get(account, `${account.externalId}/insights`, {
      metric,
      period: 'day',
      ...spanOf(window),
      ...(isFromAds ? { breakdown: 'is_from_ads' } : {}),
    })
    const found = isOk(reply) ? parseBody(reply, answer) : null
    if (!found) return readFailure(reply)
    for (const { value, end_time, is_from_ads } of found.data[0]?.values ?? []) {
      const date = dayEndingAt(end_time)
      const figure = numberOf(value)
      if (figure === null || date < days.from || date > days.to) continue
      if (isFromAds === undefined || is_from_ads === isFromAds) values.push({ date, value: figure })
    }
  }
  return values
}
