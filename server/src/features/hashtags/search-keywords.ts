import type * as contract from '#domain/hashtags/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { unreadText } from '#domain/networks/reading-words.ts'
import type { ReadersOf } from '#server/features/social-accounts/ask-network.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { searchNetwork } from './search-network.ts'

/** Keywords for a video, if the network has such a search. */
export const searchKeywords =
  (readersOf: ReadersOf) =>
  async (
    { params: { social: network }, query: { q } }: Input<typeof contract.searchKeywords>,
    call: ScopedPoolCall,
  ): Promise<Answer<typeof contract.searchKeywords>> => {
    const found = await searchNetwork(readersOf, call, network, {
      key: `keywords ${q}`,
      ask: (reader, account) => reader.searchTags(account, q),
    })
    if (found.kind === 'read')
      return { payload: found.value.map(({ id, name }) => ({ id, name })), error: null }
    const isEmpty = found.reason === 'not_found'
    return { payload: [], error: isEmpty ? null : unreadText(network, found.reason, found.retryAfterMs) }
  }
