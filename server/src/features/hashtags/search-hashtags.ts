import { sql } from 'kysely'
import type * as contract from '#domain/hashtags/contract.ts'
import { usedHashtags } from '#domain/hashtags/suggestions.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type UnreadReason, unreadText } from '#domain/networks/reading-words.ts'
import type { ReadersOf } from '#server/features/social-accounts/ask-network.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { searchNetwork } from './search-network.ts'

/** For these reasons an empty list is enough of an answer; the others come with a text. */
const quietReasons: readonly UnreadReason[] = ['not_found', 'not_supported']

/** How many of the project's latest texts are searched, and how many hashtags are suggested. */
const LATEST_TEXTS = 300
const TAGS_MAX = 12

const readUsedHashtags = async (
  { db, scope }: Pick<ScopedPoolCall, 'db' | 'scope'>,
  q: string,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('post_socials')
    .select(['message', 'first_comment'])
    .where('project_id', '=', scope.projectId)
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
 * Hashtags that begin with what was typed, without the #: first those the project has used, then those the network suggests. Few
 * networks offer such a search, so not having one is no error.
 */
export const searchHashtags =
  (readersOf: ReadersOf) =>
  async (
    { body: { q, social_network: network } }: Input<typeof contract.searchHashtags>,
    call: ScopedPoolCall,
  ): Promise<Answer<typeof contract.searchHashtags>> => {
    const used = await readUsedHashtags(call, q)
    const found = await searchNetwork(readersOf, call, network, {
      key: `hashtags ${q}`,
      ask: (reader, account) => reader.searchHashtags(account, q),
    })
    const known = found.kind === 'read' ? found.value.map(tag => tag.replace(/^#/, '')) : []
    const payload = [...new Map([...used, ...known].map(tag => [tag.toLowerCase(), tag])).values()]
    const isQuiet = found.kind === 'read' || payload.length > 0 || quietReasons.includes(found.reason)
    return {
      payload: payload.slice(0, TAGS_MAX),
      error: isQuiet ? null : unreadText(network, found.reason, found.retryAfterMs),
    }
  }
