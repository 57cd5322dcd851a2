import { z } from 'zod'
import { isOk, read } from '../http.ts'
import type { Delivery, LookUp, Search } from '../network.ts'
import { cannotTell } from '../outcomes.ts'
import type { TwitterApi } from './api.ts'
import { comparable, tweetText } from './text.ts'

/** X's clock is not ours. */
const LOOK_BACK_MS = 60_000

const timeline = z.object({
  data: z
    .array(
      z.object({
        id: z.string(),
        text: z.string(),
        attachments: z.object({ media_keys: z.array(z.string()).default([]) }).optional(),
        entities: z
          .object({
            urls: z
              .array(
                z.object({
                  url: z.string(),
                  expanded_url: z.string().optional(),
                  media_key: z.string().optional(),
                }),
              )
              .default([]),
          })
          .optional(),
      }),
    )
    .default([]),
  // Absent from an answer that holds only errors: such a one tells nothing.
  meta: z.object({ result_count: z.number() }),
})

/** Looks in the user's own timeline: by the first uploaded photo's key where there is one, else by the text (networks.md part 7). */
export const lookUpTweet = async (
  api: TwitterApi,
  { account, draft, prepared }: Delivery,
  { sentAt, notThese }: Search,
  addressOf: (id: string) => string,
): Promise<LookUp> => {
  const start = new Date(sentAt.getTime() - LOOK_BACK_MS).toISOString().replace(/\.\d+Z$/, 'Z')
  const reply = await api.get(account, `users/${account.externalId}/tweets`, {
    max_results: '100',
    start_time: start,
    'tweet.fields': 'created_at,entities,attachments',
    exclude: 'retweets',
  })
  const found = isOk(reply) ? read(reply, timeline) : null
  if (!found) return cannotTell(reply)
  const text = comparable(tweetText(draft))
  const ours = found.data.find(
    tweet =>
      !notThese.has(tweet.id) &&
      (prepared.media_key_0
        ? tweet.attachments?.media_keys.includes(prepared.media_key_0)
        : comparable(tweet.text, tweet.entities?.urls) === text),
  )
  return ours ? { kind: 'present', externalId: ours.id, permalink: addressOf(ours.id) } : { kind: 'absent' }
}
