import { z } from 'zod'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import type { PostFigures, ReadResult } from '#server/networks/network-reader.ts'
import { isOk, parseBody } from '#server/platform/http/outgoing-requests/client.ts'
import type { TwitterApi } from './api.ts'
import { readFailure } from './read-failure.ts'
import { type Tweet, tweet } from './timeline.ts'

const AT_ONCE_MAX = 100

// `errors` name the deleted posts, beside or instead of `data`.
const found = z
  .object({ data: z.array(tweet).optional(), errors: z.array(z.object({}).loose()).optional() })
  .refine(({ data, errors }) => data !== undefined || errors !== undefined)

/** The posts' `public_metrics`; deleted posts are left out. X has no reach, so impressions stand for it (docs/product/twitter.md "Metrics"). */
export const readFigures = async (
  api: TwitterApi,
  account: ConnectedAccount,
  ids: readonly string[],
): Promise<ReadResult<readonly PostFigures[]>> => {
  const value: PostFigures[] = []
  for (let start = 0; start < ids.length; start += AT_ONCE_MAX) {
    const reply = await api.get(account, 'tweets', {
      ids: ids.slice(start, start + AT_ONCE_MAX).join(','),
      'tweet.fields': 'public_metrics,created_at',
    })
    const answer = isOk(reply) ? parseBody(reply, found) : null
    if (!answer) return readFailure(reply)
    value.push(...(answer.data ?? []).map(figuresOf))
  }
  return { kind: 'read', value }
}

/** Reposts and quotes both count as shares. */
const figuresOf = ({ id, public_metrics: metrics }: Tweet): PostFigures => {
  const reposts = metrics?.retweet_count ?? metrics?.repost_count
  return {
    externalId: id,
    reach: metrics?.impression_count ?? null,
    impressions: metrics?.impression_count ?? null,
    likes: metrics?.like_count ?? null,
    comments: metrics?.reply_count ?? null,
    shares: reposts === undefined ? null : reposts + (metrics?.quote_count ?? 0),
    clicks: null,
    saves: metrics?.bookmark_count ?? null,
  }
}
