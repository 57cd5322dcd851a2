import { engagementOf } from '#domain/analytics/changes.ts'
import type * as contract from '#domain/analytics/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { readRange } from './requested-figures.ts'
import { rankPosts } from './top-posts.ts'

export const listTopPostsByEngagement = async (
  { params: { social: network }, query }: Input<typeof contract.listTopPostsByEngagement>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.listTopPostsByEngagement>> => {
  const requested = readRange(query, call.now)
  if ('refused' in requested) return requested.refused
  return rankPosts(call, { network, range: requested.range }, figures => engagementOf(figures))
}
