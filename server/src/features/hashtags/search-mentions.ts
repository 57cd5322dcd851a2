import type * as contract from '#domain/hashtags/contract.ts'
import { mentionError, nobodyFoundText, toSuggestion } from '#domain/hashtags/suggestions.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { ReadersOf } from '#server/features/social-accounts/ask-network.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { searchNetwork } from './search-network.ts'

export const searchMentions =
  (readersOf: ReadersOf) =>
  async (
    { params: { social: network }, query: { q } }: Input<typeof contract.searchMentions>,
    call: ScopedPoolCall,
  ): Promise<Answer<typeof contract.searchMentions>> => {
    const found = await searchNetwork(readersOf, call, network, {
      key: `mentions ${q}`,
      ask: (reader, account) => reader.searchMentions(account, q),
    })
    if (found.kind === 'not_read')
      return { payload: [], error: mentionError(network, found.reason, found.retryAfterMs) }
    const payload = found.value.map(one => toSuggestion(network, one))
    return { payload, error: payload.length === 0 ? nobodyFoundText(network) : null }
  }
