import { z } from 'zod'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import { isOk, parseBody, type Reply } from '#server/platform/http/outgoing-requests/client.ts'
import type { TwitterApi } from './api.ts'

/** Both sets of names, because X is renaming fields from tweet to post (docs/product/twitter.md "Names of fields"). */
export const publicMetrics = z.object({
  retweet_count: z.number().optional(),
  bookmark_count: z.number().optional(),
  repost_count: z.number().optional(),
  reply_count: z.number().optional(),
  like_count: z.number().optional(),
  quote_count: z.number().optional(),
  impression_count: z.number().optional(),
})

const url = z.object({
  url: z.string(),
  expanded_url: z.string().optional(),
  media_key: z.string().optional(),
})
const reference = z.object({ type: z.string(), id: z.string() })

const renamed = z.object({ referenced_posts: z.array(reference).optional() }).loose()

/** A post with the requested fields. */
export const tweet = z.preprocess(
  value => {
    const old = renamed.safeParse(value)
    return old.data?.referenced_posts ? { referenced_tweets: old.data.referenced_posts, ...old.data } : value
  },
  z.object({
    id: z.string(),
    text: z.string(),
    created_at: z.string().optional(),
    attachments: z.object({ media_keys: z.array(z.string()).default([]) }).optional(),
    entities: z.object({ urls: z.array(url).default([]) }).optional(),
    referenced_tweets: z.array(reference).default([]),
    public_metrics: publicMetrics.optional(),
  }),
)
export type Tweet = z.output<typeof tweet>

/** A photo, GIF or video of a post. */
const media = z.object({
  media_key: z.string(),
  url: z.string().optional(),
  preview_image_url: z.string().optional(),
})

const timeline = z.object({
  data: z.array(tweet).default([]),
  includes: z.object({ media: z.array(media).default([]) }).optional(),
  // Missing in answers that contain only errors, which then count as not read.
  meta: z.object({ result_count: z.number(), next_token: z.string().optional() }),
})

/** A page of the account's own timeline, newest first; `timeline` is null if it could not be read. */
export const readTimeline = async (
  api: TwitterApi,
  account: ConnectedAccount,
  query: Record<string, string>,
): Promise<{ reply: Reply; timeline: z.output<typeof timeline> | null }> => {
  const reply = await api.get(account, `users/${account.externalId}/tweets`, query)
  return { reply, timeline: isOk(reply) ? parseBody(reply, timeline) : null }
}
