import { NETWORK_ZONE } from '#domain/analytics/pacific-days.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { unreadText } from '#domain/networks/reading-words.ts'
import { hoursInZone, hoursOfPosts, noHours } from '#domain/posts/best-time.ts'
import type * as contract from '#domain/posts/contract.ts'
import { askNetwork, type Read, type ReadersOf } from '#server/features/social-accounts/ask-network.ts'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import type { NetworkReader, PostFigures, ReadResult } from '#server/networks/network-reader.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'

/** It changes from day to day; calling the network each time the modal opens would only use up the account's limit. */
const FRESH_MS = 30 * 60_000
const LATEST_POSTS = 50

type Best = Answer<typeof contract.getBestTime>

/**
 * The hours when followers are online; if the network does not report them, how well the account's own posts did by hour; otherwise
 * zeros and a reason (docs/product/schedules.md "Best time").
 */
export const getBestTime =
  (readersOf: ReadersOf) =>
  async ({ params, query }: Input<typeof contract.getBestTime>, call: ScopedPoolCall): Promise<Best> => {
    const { services, scope } = call
    const network = params.social
    const ask = <T>(
      key: string,
      question: (reader: NetworkReader, account: ConnectedAccount) => Promise<ReadResult<T>>,
    ) =>
      askNetwork(services, readersOf(services.config)[network], scope, {
        ...{ network, key, cacheMs: FRESH_MS, ask: question },
      })
    const online = await ask(`online ${query.date}`, (reader, account) =>
      reader.readOnlineHours(account, query.date),
    )
    if (online.kind === 'read' && online.value.some(count => count > 0)) {
      const zones = { day: query.date, from: NETWORK_ZONE, to: scope.timezone }
      return { values: hoursInZone(online.value, zones), source: 'followers_online', reason: null }
    }
    const posts = await ask('figures of the latest', readFigures)
    if (posts.kind === 'not_read') return none(reasonOf(network, posts))
    const values = hoursOfPosts(posts.value, scope.timezone)
    if (values.every(value => value === 0)) return none('There are no posts with figures yet.')
    return { values, source: 'own_posts', reason: null }
  }

const none = (reason: string): Best => ({ values: noHours(), source: 'none', reason })

const reasonOf = (
  network: SocialNetwork,
  { reason, retryAfterMs }: Extract<Read<unknown>, { kind: 'not_read' }>,
) =>
  reason === 'not_supported'
    ? 'The network does not say when followers are active.'
    : unreadText(network, reason, retryAfterMs)

type Figured = { readonly createdAt: Date; readonly figure: number }

const readFigures = async (
  reader: NetworkReader,
  account: ConnectedAccount,
): Promise<ReadResult<readonly Figured[]>> => {
  const listed = await reader.listPosts(account, { limit: LATEST_POSTS, after: null })
  if (listed.kind === 'not_read') return listed
  const ids = listed.value.posts.map(({ externalId }) => externalId)
  if (ids.length === 0) return { kind: 'read', value: [] }
  const figures = await reader.readPostFigures(account, ids)
  if (figures.kind === 'not_read') return figures
  const byId = new Map(figures.value.map(one => [one.externalId, reactions(one)]))
  const value = listed.value.posts.map(({ externalId, createdAt }) => ({
    createdAt,
    figure: byId.get(externalId) ?? 0,
  }))
  return { kind: 'read', value }
}

const reactions = ({ likes, comments, shares, clicks }: PostFigures): number =>
  (likes ?? 0) + (comments ?? 0) + (shares ?? 0) + (clicks ?? 0)
