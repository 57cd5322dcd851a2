import { hashKey, type QueryKey, queryOptions, useQuery } from '@tanstack/react-query'
import type { InsightSeries } from '#domain/analytics/contract.ts'
import {
  listCampaignFigures,
  listDailyInsights,
  listFansOnline,
  listInsightTotals,
  listTopPostsByEngagement,
  listTopPostsByReach,
} from '#domain/analytics/contract.ts'
import type { InsightInterval } from '#domain/analytics/intervals.ts'
import type { DayRange } from '#domain/kernel/days.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { call } from '#web/platform/client.ts'

/** Whose figures: each query of the page begins with it. */
export type Account = { readonly projectId: number; readonly social: SocialNetwork }

const keyOf = ({ projectId, social }: Account) => ['analytics', projectId, social] as const
const days = ({ start, end }: DayRange) => ({ from: start, to: end })

/** Figures change once a day; a page that is open all day asks again when it is looked at. */
const freshness = { staleTime: 5 * 60_000 } as const

/**
 * The figures of the former days stand until those of the new ones are there, so that nothing jumps: of the same account, metrics and
 * interval only, since under other names they would be wrong.
 */
const formerDays =
  (...same: QueryKey) =>
  <T>(former: T | undefined, query: { readonly queryKey: QueryKey } | undefined): T | undefined =>
    query && hashKey(query.queryKey.slice(0, same.length)) === hashKey(same) ? former : undefined

type Requested = {
  readonly metrics: readonly string[]
  readonly range: DayRange
  readonly interval: InsightInterval
  readonly enabled?: boolean
}

/** The values of these metrics for each interval of the range. */
export const listDailyInsightsQuery = (account: Account, { metrics, range, interval }: Requested) =>
  queryOptions({
    ...freshness,
    placeholderData: formerDays(...keyOf(account), 'daily', metrics, interval),
    queryKey: [...keyOf(account), 'daily', metrics, interval, range],
    queryFn: async ({ signal }): Promise<readonly InsightSeries[]> => {
      const query = { ...days(range), metrics: metrics.join(','), interval }
      const answer = await call(listDailyInsights, { params: account, query, signal })
      return Array.isArray(answer) ? answer : []
    },
  })

export const useListDailyInsights = (account: Account, requested: Requested) =>
  useQuery({ ...listDailyInsightsQuery(account, requested), enabled: requested.enabled ?? true })

/** The last two values of these metrics, by each interval. */
export const useLastTwo = (account: Account, metrics: readonly string[]) =>
  useQuery({
    ...freshness,
    queryKey: [...keyOf(account), 'last two', metrics],
    queryFn: async ({ signal }) => {
      const query = { metrics: metrics.join(','), interval: 'all-last-two' as const }
      const answer = await call(listDailyInsights, { params: account, query, signal })
      return Array.isArray(answer) ? null : answer
    },
  })

/** Each metric over the range and over as many days before. */
export const listInsightTotalsQuery = (account: Account, metrics: readonly string[], range: DayRange) =>
  queryOptions({
    ...freshness,
    placeholderData: formerDays(...keyOf(account), 'totals', metrics),
    queryKey: [...keyOf(account), 'totals', metrics, range],
    queryFn: ({ signal }) =>
      call(listInsightTotals, {
        params: account,
        query: { ...days(range), metrics: metrics.join(',') },
        signal,
      }),
  })

export const useListInsightTotals = (...requested: Parameters<typeof listInsightTotalsQuery>) =>
  useQuery(listInsightTotalsQuery(...requested))

type Ranked = { readonly range: DayRange; readonly enabled: boolean }

/** The posts of the range that reached the most people, and on which days posts went out. */
export const useListTopPostsByReach = (account: Account, { range, enabled }: Ranked) =>
  useQuery({
    ...freshness,
    enabled,
    placeholderData: formerDays(...keyOf(account), 'top posts', 'reach'),
    queryKey: [...keyOf(account), 'top posts', 'reach', range],
    queryFn: ({ signal }) => call(listTopPostsByReach, { params: account, query: days(range), signal }),
  })

/** The same with the most likes, comments and shares. */
export const useListTopPostsByEngagement = (account: Account, { range, enabled }: Ranked) =>
  useQuery({
    ...freshness,
    enabled,
    placeholderData: formerDays(...keyOf(account), 'top posts', 'engagement'),
    queryKey: [...keyOf(account), 'top posts', 'engagement', range],
    queryFn: ({ signal }) => call(listTopPostsByEngagement, { params: account, query: days(range), signal }),
  })

/** The best posts by the figure that is chosen. */
export const useRankedPosts = (account: Account, rank: 'reach' | 'engagement', range: DayRange) => {
  const byReach = useListTopPostsByReach(account, { range, enabled: rank === 'reach' })
  const byEngagement = useListTopPostsByEngagement(account, { range, enabled: rank === 'engagement' })
  return rank === 'reach' ? byReach : byEngagement
}

/** The figures of the posts of the range by campaign. */
export const useListCampaignFigures = (account: Account, range: DayRange) =>
  useQuery({
    ...freshness,
    placeholderData: formerDays(...keyOf(account), 'campaigns'),
    queryKey: [...keyOf(account), 'campaigns', range],
    queryFn: ({ signal }) => call(listCampaignFigures, { params: account, query: days(range), signal }),
  })

/** When followers were online in the week that ends on the date. */
export const useListFansOnline = (account: Account, date: string) =>
  useQuery({
    ...freshness,
    placeholderData: formerDays(...keyOf(account), 'online'),
    queryKey: [...keyOf(account), 'online', date],
    queryFn: ({ signal }) => call(listFansOnline, { params: account, query: { date }, signal }),
  })
