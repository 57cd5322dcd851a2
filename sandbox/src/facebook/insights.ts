import type { GraphCall } from '../meta/call.ts'
import { GraphError } from '../meta/errors.ts'
import { graphFigureFailures } from '../meta/faults.ts'
import { daysEnding, type PacificDay } from '../meta/pacific-days.ts'
import { graphTime, readTime } from '../meta/paging.ts'
import { findPost } from '../meta/post-of-call.ts'
import { failIfFiguresDown, hasNewest } from '../platform/figure-faults.ts'
import { dailyFigure, figuresOf, followersOn, isMissingDay } from '../platform/figures.ts'
import type { Post, SandboxAccount } from '../platform/model.ts'
import type { HttpReply } from '../platform/sandbox.ts'
import { requireOwnPage } from './posts.ts'

const DAY_MS = 86_400_000
const longestWindow = 93

type Daily = (account: SandboxAccount, day: string, now: number) => number

const usual =
  (metric: string, figure: number): Daily =>
  (account, day, now) =>
    dailyFigure(account, { metric, day, now }, figure)

/** Daily metrics of a page that Facebook still supports (docs/product/facebook.md "Insights"). */
const pageMetrics: Record<string, Daily> = {
  page_follows: followersOn,
  page_media_view: usual('page_media_view', 2_400),
  page_total_media_view_unique: usual('page_total_media_view_unique', 1_300),
  page_post_engagements: usual('page_post_engagements', 130),
  page_views_total: usual('page_views_total', 85),
  page_daily_follows: usual('page_daily_follows', 12),
  page_daily_follows_unique: usual('page_daily_follows_unique', 11),
  page_daily_unfollows_unique: usual('page_daily_unfollows_unique', 3),
  page_video_views: usual('page_video_views', 240),
  page_actions_post_reactions_total: usual('page_actions_post_reactions_total', 95),
}

/** The share of a page's views that come from advertising. */
const paidShare = 0.2

type PostFigures = ReturnType<typeof figuresOf>

const postMetrics: Record<string, (figures: PostFigures) => unknown> = {
  post_media_view: ({ impressions }) => impressions,
  post_total_media_view_unique: ({ reach }) => reach,
  post_clicks: ({ clicks }) => clicks,
  post_clicks_by_type: ({ clicks }) => ({ 'other clicks': clicks }),
  post_reactions_by_type_total: ({ likes }) => ({ like: likes }),
  post_reactions_like_total: ({ likes }) => likes,
}

/** The metric that the fault `metric_dead` removes. */
const METRIC_TO_KILL = 'page_views_total'

/** Insights of a page or one of its posts. One unknown metric fails the whole call, as on the network. */
export async function readInsights(call: GraphCall): Promise<HttpReply> {
  const names = (call.params.metric ?? '').split(',').filter(name => name !== '')
  if (names.length === 0) {
    const message = '(#3001) No metric was specified to be fetched. Please specify one or more metrics'
    throw new GraphError({ message, code: 3001, subcode: 1504028 })
  }
  const fault = await failIfFiguresDown(call.sandbox, call.account, names, graphFigureFailures)
  const post = findPost(call)
  const data = post ? postInsights(call, post, names) : pageInsights(call, names, hasNewest(fault))
  return { status: 200, body: { data, ...(data.length > 0 && { paging: pagesAround(call) }) } }
}

function checkNames({ sandbox, account }: GraphCall, names: string[], known: Record<string, unknown>) {
  const isDead = names.includes(METRIC_TO_KILL) && sandbox.faults.take('insights', 'facebook', account.id)
  if (!isDead && names.every(name => name in known)) return
  throw new GraphError({ message: '(#100) The value must be a valid insights metric', code: 100 })
}

function pageInsights(call: GraphCall, names: string[], isWhole: boolean): unknown[] {
  requireOwnPage(call, 'read_insights')
  checkNames(call, names, pageMetrics)
  const { params } = call
  const period = params.period ?? 'day'
  const days = isWhole ? windowOf(call) : windowOf(call).slice(0, -1)
  return names.map(name => ({
    name,
    period,
    values: valuesOf(call, name, days),
    title: titleOf(name),
    description: titleOf(name),
    id: `${call.account.id}/insights/${name}/${period}`,
  }))
}

function valuesOf({ account, sandbox, params: { breakdown } }: GraphCall, name: string, days: PacificDay[]) {
  const figure = pageMetrics[name] ?? (() => 0)
  return days.flatMap(({ day, endsAt }) => {
    if (isMissingDay(account, day)) return []
    const value = figure(account, day, sandbox.now())
    const at = { end_time: graphTime(endsAt) }
    if (breakdown !== 'is_from_ads') return [{ value, ...at }]
    const paid = Math.round(value * paidShare)
    return [
      { value: value - paid, is_from_ads: '0', ...at },
      { value: paid, is_from_ads: '1', ...at },
    ]
  })
}

/** The requested days that have ended; the last two by default. */
function windowOf({ sandbox, params }: GraphCall): PacificDay[] {
  const now = sandbox.now()
  const until = Math.min(readTime(params.until) ?? now, now)
  const since = readTime(params.since) ?? until - 2 * DAY_MS
  if (until - since > longestWindow * DAY_MS) {
    const message = '(#100) There cannot be more than 93 days (8035200 seconds) between since and until'
    throw new GraphError({ message, code: 100 })
  }
  return daysEnding(since, until)
}

function postInsights(call: GraphCall, post: Post, names: string[]): unknown[] {
  requireOwnPage({ ...call, node: call.account.id }, 'read_insights')
  checkNames(call, names, postMetrics)
  const figures = figuresOf(post, call.sandbox.now())
  return names.map(name => ({
    name,
    period: 'lifetime',
    values: [{ value: postMetrics[name]?.(figures) }],
    title: titleOf(name),
    description: titleOf(name),
    id: `${post.id}/insights/${name}/lifetime`,
  }))
}

const titleOf = (name: string) => name.replaceAll('_', ' ').replace(/^./, letter => letter.toUpperCase())

function pagesAround({ sandbox, request }: GraphCall) {
  const at = (shift: number) => {
    const url = new URL(request.url, sandbox.url())
    for (const name of ['since', 'until']) {
      const time = readTime(url.searchParams.get(name) ?? undefined)
      if (time !== undefined) url.searchParams.set(name, String(Math.floor((time + shift) / 1000)))
    }
    return url.href
  }
  return { previous: at(-2 * DAY_MS), next: at(2 * DAY_MS) }
}
