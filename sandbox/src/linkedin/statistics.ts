import type { FastifyRequest } from 'fastify'
import { failIfFiguresDown, hasNewest } from '../platform/figure-faults.ts'
import { dailyFigure, figuresOf, followersOn } from '../platform/figures.ts'
import type { Post, SandboxAccount } from '../platform/model.ts'
import type { HttpReply, Sandbox } from '../platform/sandbox.ts'
import { authenticate, listIn, organizationUrn, ownOrganization, queryOf, urnInPath } from './call.ts'
import { invalid, LinkedinError, rateLimited, serviceDown } from './errors.ts'
import { scopesFor } from './scopes.ts'

const dayMs = 86_400_000
/** Figures are available for a year and arrive two days late. */
const keptDays = 366
const delayDays = 2
const lifetimeDays = 365
const paidShare = 0.08

type Range = { start: number; end: number }

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** `(timeRange:(start:…,end:…),timeGranularityType:DAY)`: both at midnight UTC, within the last year. */
function readIntervals(text: string, now: number): Range {
  const found = text.match(/^\(timeRange:\(start:(\d+),end:(\d+)\),timeGranularityType:(DAY|WEEK|MONTH)\)$/)
  const [start, end] = [Number(found?.[1]), Number(found?.[2])]
  const isMidnight = start % dayMs === 0 && end % dayMs === 0
  if (!found || !isMidnight || end <= start || start < now - keptDays * dayMs)
    throw invalid('ILLEGAL_ARGUMENT', "Parameter 'timeIntervals' is invalid")
  if (found[3] !== 'DAY')
    throw invalid('ILLEGAL_ARGUMENT', 'The sandbox supports timeGranularityType DAY only')
  return { start, end }
}

/** The days of a range that have figures. */
function daysIn({ start, end }: Range, now: number): Range[] {
  const last = Math.floor(now / dayMs) * dayMs - (delayDays - 1) * dayMs
  const days: Range[] = []
  for (let at = start; at < Math.min(end, last); at += dayMs) days.push({ start: at, end: at + dayMs })
  return days
}

const noSuchFinder = () =>
  invalid('ILLEGAL_ARGUMENT', 'Resource method could not be resolved from request parameters.')

const figureFailures = { down: () => new LinkedinError(serviceDown), limited: rateLimited }

/** What all three finders read: the organization, the query and the days (undefined for lifetime figures). */
async function readCall(sandbox: Sandbox, request: FastifyRequest, finder: string, parameter: string) {
  const resource = `${finder}.FINDER-${parameter}`
  const caller = authenticate(sandbox, request, { scopes: scopesFor.administration, resource })
  const query = queryOf(request)
  const account = ownOrganization(sandbox, caller, query[parameter], resource)
  if (query.q !== parameter) throw noSuchFinder()
  const range = query.timeIntervals === undefined ? null : readIntervals(query.timeIntervals, sandbox.now())
  const fault = await failIfFiguresDown(sandbox, account, [finder], figureFailures)
  const days = range && daysIn(range, sandbox.now())
  return { account, query, range, days: hasNewest(fault) ? days : (days?.slice(0, -1) ?? null) }
}

function answer(elements: readonly object[]): HttpReply {
  return { status: 200, body: { paging: { start: 0, count: 10, links: [] }, elements } }
}

function lastDays(now: number, count: number): Range[] {
  const end = Math.floor(now / dayMs) * dayMs
  return daysIn({ start: end - count * dayMs, end }, now)
}

function shareTotals(account: SandboxAccount, days: readonly Range[], now: number) {
  const sum = (metric: string, usual: number) =>
    days.reduce(
      (total, { start }) => total + dailyFigure(account, { metric, day: dayOf(start), now }, usual),
      0,
    )
  const impressionCount = sum('impressions', 900)
  const [clickCount, likeCount] = [sum('clicks', 24), sum('likes', 18)]
  const [commentCount, shareCount] = [sum('comments', 4), sum('shares', 3)]
  const engaged = clickCount + likeCount + commentCount + shareCount
  return {
    uniqueImpressionsCount: Math.round(impressionCount * 0.68),
    clickCount,
    likeCount,
    commentCount,
    shareCount,
    impressionCount,
    engagement: impressionCount === 0 ? 0 : engaged / impressionCount,
  }
}

function postTotals(post: Post, now: number) {
  const { reach, impressions, clicks, likes, comments, shares } = figuresOf(post, now)
  return {
    uniqueImpressionsCount: reach,
    clickCount: clicks,
    likeCount: likes,
    commentCount: comments,
    shareCount: shares,
    impressionCount: impressions,
    engagement: impressions === 0 ? 0 : (clicks + likes + comments + shares) / impressions,
  }
}

/** Statistics of the organization by day or lifetime, or of single posts. */
export async function findShareStatistics(sandbox: Sandbox, request: FastifyRequest): Promise<HttpReply> {
  const call = await readCall(sandbox, request, 'organizationalEntityShareStatistics', 'organizationalEntity')
  const { account, query, days } = call
  const organizationalEntity = organizationUrn(account)
  const named = [
    ...(query.shares === undefined ? [] : listIn(query.shares).map(urn => ({ share: urn }))),
    ...(query.ugcPosts === undefined ? [] : listIn(query.ugcPosts).map(urn => ({ ugcPost: urn }))),
  ]
  if (query.shares !== undefined || query.ugcPosts !== undefined) {
    if (days) throw invalid('ILLEGAL_ARGUMENT', "Parameter 'timeIntervals' is not supported with posts")
    const now = sandbox.now()
    // Posts without any activity are left out.
    const elements = named.flatMap(name => {
      const post = sandbox.store.get('post', 'share' in name ? name.share : name.ugcPost)
      const totals = post?.account === account.id ? postTotals(post, now) : undefined
      return totals && totals.impressionCount > 0
        ? [{ ...name, totalShareStatistics: totals, organizationalEntity }]
        : []
    })
    return answer(elements)
  }
  if (!days) {
    const all = shareTotals(account, lastDays(sandbox.now(), lifetimeDays), sandbox.now())
    return answer([{ totalShareStatistics: all, organizationalEntity }])
  }
  return answer(
    days.map(timeRange => ({
      timeRange,
      totalShareStatistics: shareTotals(account, [timeRange], sandbox.now()),
      organizationalEntity,
    })),
  )
}

/** Follower gains by day, or current followers by facet. */
export async function findFollowerStatistics(sandbox: Sandbox, request: FastifyRequest): Promise<HttpReply> {
  const call = await readCall(
    sandbox,
    request,
    'organizationalEntityFollowerStatistics',
    'organizationalEntity',
  )
  const { account, days } = call
  const organizationalEntity = organizationUrn(account)
  if (!days)
    return answer([{ organizationalEntity, ...followerFacets(followersOn(account, dayOf(sandbox.now()))) }])
  const gain = (metric: string, { start }: Range, usual: number) =>
    dailyFigure(account, { metric, day: dayOf(start), now: sandbox.now() }, usual)
  return answer(
    days.map(timeRange => ({
      timeRange,
      followerGains: {
        organicFollowerGain: gain('organic gain', timeRange, 9),
        paidFollowerGain: gain('paid gain', timeRange, 1),
      },
      organizationalEntity,
    })),
  )
}

/** Seven breakdowns of the followers. Only the one by country is complete. */
function followerFacets(total: number) {
  const facet = (name: string, values: readonly [string, number][]) =>
    values.map(([value, part]) => ({
      [name]: value,
      followerCounts: {
        organicFollowerCount: Math.round(total * part * (1 - paidShare)),
        paidFollowerCount: Math.round(total * part * paidShare),
      },
    }))
  return {
    followerCountsByAssociationType: facet('associationType', [['EMPLOYEE', 0.01]]),
    followerCountsBySeniority: facet('seniority', [['urn:li:seniority:4', 0.6]]),
    followerCountsByIndustry: facet('industry', [['urn:li:industry:34', 0.7]]),
    followerCountsByFunction: facet('function', [['urn:li:function:15', 0.5]]),
    followerCountsByStaffCountRange: facet('staffCountRange', [['SIZE_2_TO_10', 0.4]]),
    followerCountsByGeoCountry: facet('geo', [
      ['urn:li:geo:103644278', 0.72],
      ['urn:li:geo:101165590', 0.28],
    ]),
    followerCountsByGeo: facet('geo', [['urn:li:geo:90000084', 0.4]]),
  }
}

/** Page views. The parameter has a different name than in the other two finders. */
export async function findPageStatistics(sandbox: Sandbox, request: FastifyRequest): Promise<HttpReply> {
  const { account, days } = await readCall(sandbox, request, 'organizationPageStatistics', 'organization')
  // The fault `metric_dead` removes this metric.
  if (sandbox.faults.take('insights', 'linkedin', account.id)) throw noSuchFinder()
  const organization = organizationUrn(account)
  const totals = (some: readonly Range[]) => {
    const views = (name: string, usual: number) =>
      some.reduce(
        (total, { start }) =>
          total + dailyFigure(account, { metric: name, day: dayOf(start), now: sandbox.now() }, usual),
        0,
      )
    const all = views('page views', 60)
    const ofKind = (part: number) => ({ pageViews: Math.round(all * part) })
    return {
      views: {
        allPageViews: { pageViews: all, uniquePageViews: Math.round(all * 0.6) },
        overviewPageViews: ofKind(0.7),
        aboutPageViews: ofKind(0.2),
        peoplePageViews: ofKind(0.1),
      },
      clicks: {},
    }
  }
  if (!days)
    return answer([{ organization, totalPageStatistics: totals(lastDays(sandbox.now(), lifetimeDays)) }])
  return answer(
    days.map(timeRange => ({ timeRange, organization, totalPageStatistics: totals([timeRange]) })),
  )
}

/** The number of an organization's followers. */
export function readNetworkSize(sandbox: Sandbox, request: FastifyRequest): HttpReply {
  const resource = 'networkSizes.GET'
  const caller = authenticate(sandbox, request, { scopes: scopesFor.organizations, resource })
  const account = ownOrganization(sandbox, caller, urnInPath(request), resource)
  const edge = queryOf(request).edgeType
  if (edge !== 'COMPANY_FOLLOWED_BY_MEMBER' && edge !== 'CompanyFollowedByMember')
    throw invalid('ILLEGAL_ARGUMENT', "Parameter 'edgeType' is invalid")
  return { status: 200, body: { firstDegreeSize: followersOn(account, dayOf(sandbox.now())) } }
}
