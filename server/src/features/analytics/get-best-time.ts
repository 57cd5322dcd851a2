import {
  basisText,
  bestHours,
  FEW_POSTS,
  noHours,
  type OnlineDay,
  type RatedPost,
  surenessOf,
} from '#domain/analytics/best-time.ts'
import { engagementOf } from '#domain/analytics/changes.ts'
import type * as contract from '#domain/analytics/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { unreadText } from '#domain/networks/reading-words.ts'
import { askNetwork, type Read, type ReadersOf } from '#server/features/social-accounts/ask-network.ts'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import type { NetworkReader, ReadResult } from '#server/networks/network-reader.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { isRated, listOnlineDays, listRatedPosts } from './rated-hours.ts'

/** It changes from day to day; calling the network each time the modal opens would only use up the account's limit. */
const FRESH_MS = 30 * 60_000
const LATEST_POSTS = 50

type Best = Answer<typeof contract.getBestTime>
type Unread = Extract<Read<unknown>, { kind: 'not_read' }>
type Facts = { readonly online: readonly OnlineDay[]; readonly posts: readonly RatedPost[] }

/**
 * How good the hours of a day are, from what was gathered of followers and posts; the network itself is queried only where little was gathered
 * (docs/product/schedules.md "Best time").
 */
export const getBestTime =
  (readersOf: ReadersOf) =>
  async ({ params, query }: Input<typeof contract.getBestTime>, call: ScopedPoolCall): Promise<Best> => {
    const network = params.social
    const kept = await readKept(network, call)
    if (kept.posts.length >= FEW_POSTS) return describe(kept, query.date, call, null)
    const requested = await askForMore(readersOf, { network, date: query.date, kept }, call)
    return describe(
      requested.facts,
      query.date,
      call,
      requested.unread && reasonOf(network, requested.unread),
    )
  }

const readKept = async (network: SocialNetwork, { db, scope, now }: ScopedPoolCall): Promise<Facts> => {
  const [online, posts] = await Promise.all([
    listOnlineDays(db, scope, { network, now }),
    listRatedPosts(db, scope, { network, now }),
  ])
  return { online, posts }
}

/** What the network says itself, of posts made elsewhere too: for an account that is new here it is all there is. */
const askForMore = async (
  readersOf: ReadersOf,
  { network, date, kept }: { readonly network: SocialNetwork; readonly date: string; readonly kept: Facts },
  { services, scope, now }: ScopedPoolCall,
): Promise<{ readonly facts: Facts; readonly unread: Unread | null }> => {
  const reader = readersOf(services.config)[network]
  const ask = <T>(
    key: string,
    question: (reader: NetworkReader, account: ConnectedAccount) => Promise<ReadResult<T>>,
  ) => askNetwork(services, reader, scope, { network, key, cacheMs: FRESH_MS, ask: question })
  const [hours, latest] = await Promise.all([
    kept.online.length > 0
      ? null
      : ask(`online ${date}`, (one, account) => one.readOnlineHours(account, date, 'such_a_day')),
    ask('figures of the latest', readLatest),
  ])
  const posts = latest.kind === 'read' ? latest.value.filter(post => isRated(post.publishedAt, now)) : []
  const online = hours?.kind === 'read' ? [{ day: date, hours: hours.value }] : kept.online
  return {
    facts: { online, posts: posts.length > kept.posts.length ? posts : kept.posts },
    unread: latest.kind === 'not_read' ? latest : null,
  }
}

const readLatest = async (
  reader: NetworkReader,
  account: ConnectedAccount,
): Promise<ReadResult<readonly RatedPost[]>> => {
  const listed = await reader.listPosts(account, { limit: LATEST_POSTS, after: null })
  if (listed.kind === 'not_read') return listed
  const ids = listed.value.posts.map(({ externalId }) => externalId)
  if (ids.length === 0) return { kind: 'read', value: [] }
  const figures = await reader.readPostFigures(account, ids)
  if (figures.kind === 'not_read') return figures
  const byId = new Map(figures.value.map(one => [one.externalId, engagementOf(one)]))
  const value = listed.value.posts.flatMap(({ externalId, createdAt: publishedAt }) => {
    const figure = byId.get(externalId) ?? null
    return figure === null ? [] : [{ publishedAt, figure }]
  })
  return { kind: 'read', value }
}

const describe = (
  { online: days, posts }: Facts,
  date: string,
  { scope: { timezone } }: ScopedPoolCall,
  unread: string | null,
): Best => {
  const online = days.filter(({ hours }) => hours.some(count => count > 0))
  const values = bestHours({ date, timezone, online, posts })
  if (values.every(value => value === 0))
    return {
      values: noHours(),
      source: 'none',
      note: null,
      sureness: null,
      reason: posts.length > 0 ? NO_DIFFERENCE : (unread ?? 'There are no posts with figures yet.'),
    }
  const basis = { posts: posts.length, onlineDays: online.length }
  const withFollowers = posts.length > 0 ? 'followers_and_posts' : 'followers_online'
  return {
    values,
    reason: null,
    note: basisText(basis),
    sureness: surenessOf(basis),
    source: online.length > 0 ? withFollowers : 'own_posts',
  }
}

const NO_DIFFERENCE = 'No hour has done better than another so far.'

const reasonOf = (network: SocialNetwork, { reason, retryAfterMs }: Unread) =>
  reason === 'not_supported'
    ? 'The network does not say when followers are active.'
    : unreadText(network, reason, retryAfterMs)
