import { sql } from 'kysely'
import { mentionError, nobodyFoundText, toSuggestion, usedHashtags } from '#domain/hashtags/suggestions.ts'
import type * as contract from '#domain/hashtags/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type UnreadReason, unreadText } from '#domain/networks/reading-words.ts'
import { askNetwork, type ReadersOf } from '#server/features/social-accounts/access/queries.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

/** Reasons that an empty list says well enough. */
const quiet: readonly UnreadReason[] = ['not_found', 'not_supported']

/** How long what a search found is good for. */
const FOUND_MS = 60_000

type Query<E extends typeof contract.searchHashtags | typeof contract.searchMentions | typeof contract.searchKeywords> = (
  input: Input<E>,
  call: ScopedCall,
) => Promise<Answer<E>>

/** Of how many of the latest texts, and how many are told. */
const LATEST_TEXTS = 300
const MOST_TAGS = 12

const readUsedHashtags = async (
  { tx, scope }: Pick<ScopedCall, 'tx' | 'scope'>,
  q: string,
): Promise<string[]> => {
  const rows = await tx
    .selectFrom('post_socials')
    .select(['message', 'first_comment'])
    .where('project_id', '=', scope.projectId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`position(${`#${q.toLowerCase()}`} in lower(message || ' ' || first_comment)) > 0`)
    .orderBy('updated_at', 'desc')
    .limit(LATEST_TEXTS)
    .execute()
  return usedHashtags(
    rows.flatMap(row => [row.message, row.first_comment]),
    q,
  )
}

/**
 * Hashtags that begin with what is typed, without their sign: those the project has used, then those its network knows. Few networks
 * have such a search, so its lack is no error.
 */
export const findHashtags =
  (readersOf: ReadersOf): Query<typeof contract.searchHashtags> =>
  async ({ body: { q, social_network: network } }, call) => {
    const { services, scope } = call
    const used = await readUsedHashtags(call, q)
    const found = await askNetwork(services, readersOf(services.config)[network], scope, {
      network,
      key: `hashtags ${q}`,
      keepMs: FOUND_MS,
      ask: (reader, account) => reader.searchHashtags(account, q),
    })
    const known = found.kind === 'read' ? found.value.map(tag => tag.replace(/^#/, '')) : []
    const payload = [...new Map([...used, ...known].map(tag => [tag.toLowerCase(), tag])).values()]
    const isQuiet = found.kind === 'read' || payload.length > 0 || quiet.includes(found.reason)
    return {
      payload: payload.slice(0, MOST_TAGS),
      error: isQuiet ? null : unreadText(network, found.reason, found.retryAfterMs),
    }
  }

export const findMentions =
  (readersOf: ReadersOf): Query<typeof contract.searchMentions> =>
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
  (readersOf: ReadersOf): Query<typeof contract.searchKeywords> =>
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
