import type { searchHashtags, searchKeywords, searchMentions } from '#domain/hashtags/contract.ts'
import { mentionError, nobodyFoundText, toSuggestion } from '#domain/hashtags/rules.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { unreadText } from '#domain/networks/reading-words.ts'
import { askNetwork, type ReadersOf } from '#server/features/social-accounts/access/queries.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

/** How long what a search found is good for. */
const FOUND_MS = 60_000

type Query<E extends typeof searchHashtags | typeof searchMentions | typeof searchKeywords> = (
  input: Input<E>,
  call: ScopedCall,
) => Promise<Answer<E>>

/** Hashtags that begin with what is typed, without their sign. */
export const findHashtags =
  (readersOf: ReadersOf): Query<typeof searchHashtags> =>
  async ({ body: { q, social_network: network } }, { services, scope }) => {
    const found = await askNetwork(services, readersOf(services.config)[network], scope, {
      network,
      key: `hashtags ${q}`,
      keepMs: FOUND_MS,
      ask: (reader, account) => reader.searchHashtags(account, q),
    })
    if (found.kind === 'read') return { payload: [...found.value], error: null }
    const isEmpty = found.reason === 'not_found'
    return { payload: [], error: isEmpty ? null : unreadText(network, found.reason, found.retryAfterMs) }
  }

export const findMentions =
  (readersOf: ReadersOf): Query<typeof searchMentions> =>
  async ({ params: { social: network }, query: { q } }, { services, scope }) => {
    const found = await askNetwork(services, readersOf(services.config)[network], scope, {
      network,
      key: `mentions ${q}`,
      keepMs: FOUND_MS,
      ask: (reader, account) => reader.searchMentions(account, q),
    })
    if (found.kind === 'not_read')
      return { payload: [], error: mentionError(network, found.reason, found.retryAfterMs) }
    const payload = found.value.map(one => toSuggestion(network, one))
    return { payload, error: payload.length === 0 ? nobodyFoundText(network) : null }
  }

/** Keywords for a video, where the network has such a search. */
export const findKeywords =
  (readersOf: ReadersOf): Query<typeof searchKeywords> =>
  async ({ params: { social: network }, query: { q } }, { services, scope }) => {
    const found = await askNetwork(services, readersOf(services.config)[network], scope, {
      network,
      key: `keywords ${q}`,
      keepMs: FOUND_MS,
      ask: (reader, account) => reader.searchTags(account, q),
    })
    if (found.kind === 'read')
      return { payload: found.value.map(({ id, name }) => ({ id, name })), error: null }
    const isEmpty = found.reason === 'not_found'
    return { payload: [], error: isEmpty ? null : unreadText(network, found.reason, found.retryAfterMs) }
  }
