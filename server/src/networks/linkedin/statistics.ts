import { z } from 'zod'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import { isOk, parseBody, type Reply } from '#server/platform/http/outgoing-requests/client.ts'
import { encodeUrn, type LinkedinApi, organizationUrn } from './api.ts'

/** A range of days in epoch milliseconds at midnight UTC, with an exclusive end (docs/product/linkedin.md "Statistics"). */
export type Range = { readonly start: number; readonly end: number }

/** The elements of a statistics call, or the reply if it had none. */
export type StatisticsResult<T> = { readonly elements: readonly T[] } | { readonly reply: Reply }

const timeRange = z.object({ start: z.number(), end: z.number() })

const shareTotals = z.object({
  uniqueImpressionsCount: z.number().optional(),
  /** Both spellings have been seen. */
  uniqueImpressionsCounts: z.number().optional(),
  impressionCount: z.number().optional(),
  clickCount: z.number().optional(),
  likeCount: z.number().optional(),
  commentCount: z.number().optional(),
  shareCount: z.number().optional(),
  engagement: z.number().optional(),
})
export type ShareTotals = z.output<typeof shareTotals>

const shares = z.object({ timeRange, totalShareStatistics: shareTotals })
const postShares = z.object({
  share: z.string().optional(),
  ugcPost: z.string().optional(),
  totalShareStatistics: shareTotals,
})
const gains = z.object({
  timeRange,
  followerGains: z.object({ organicFollowerGain: z.number(), paidFollowerGain: z.number() }),
})
const pageViews = z.object({
  timeRange,
  totalPageStatistics: z.object({
    views: z.object({ allPageViews: z.object({ pageViews: z.number() }) }),
  }),
})
const facets = z.object({
  followerCountsByGeoCountry: z.array(
    z.object({
      followerCounts: z.object({ organicFollowerCount: z.number(), paidFollowerCount: z.number() }),
    }),
  ),
})
const size = z.object({ firstDegreeSize: z.number() })

/** LinkedIn's three statistics finders and the number of followers. Brackets, commas and colons of intervals are not encoded. */
export const linkedinStatistics = (api: LinkedinApi, account: ConnectedAccount) => {
  const urn = encodeUrn(organizationUrn(account))
  const find = async <T extends z.ZodType>(
    path: string,
    element: T,
  ): Promise<StatisticsResult<z.output<T>>> => {
    const reply = await api.get(account, path)
    const elements = isOk(reply)
      ? parseBody(reply, z.object({ elements: z.array(element) }))?.elements
      : undefined
    return elements ? { elements } : { reply }
  }
  const byDay = ({ start, end }: Range) =>
    `timeIntervals=(timeRange:(start:${start},end:${end}),timeGranularityType:DAY)`
  const shareFinder = `organizationalEntityShareStatistics?q=organizationalEntity&organizationalEntity=${urn}`
  const followerFinder = `organizationalEntityFollowerStatistics?q=organizationalEntity&organizationalEntity=${urn}`
  return {
    shares: (range: Range) => find(`${shareFinder}&${byDay(range)}`, shares),
    /** Of single posts; LinkedIn leaves out those without activity. */
    ofPosts: (kind: 'shares' | 'ugcPosts', urns: readonly string[]) =>
      find(`${shareFinder}&${kind}=List(${urns.map(encodeUrn).join(',')})`, postShares),
    followerGains: (range: Range) => find(`${followerFinder}&${byDay(range)}`, gains),
    followerFacets: () => find(followerFinder, facets),
    /** The parameter has a different name here. */
    pageViews: (range: Range) =>
      find(`organizationPageStatistics?q=organization&organization=${urn}&${byDay(range)}`, pageViews),
    followers: async (): Promise<{ total: number } | { reply: Reply }> => {
      const reply = await api.get(account, `networkSizes/${urn}?edgeType=COMPANY_FOLLOWED_BY_MEMBER`)
      const parsed = isOk(reply) ? parseBody(reply, size) : null
      return parsed ? { total: parsed.firstDegreeSize } : { reply }
    },
  }
}
export type LinkedinStatistics = ReturnType<typeof linkedinStatistics>
