import { matchFrom, searchFrom } from '#server/networks/look-up-window.ts'
import type {
  ConnectedAccount,
  LookUpQuery,
  LookUpResult,
  PostContent,
  PublishTask,
} from '#server/networks/network-adapter.ts'
import type { Reply } from '#server/platform/http/outgoing-requests/client.ts'
import { cannotTell } from '../outcomes.ts'
import type { TwitterApi } from './api.ts'
import { comparable, tweetText } from './text.ts'
import { readTimeline, type Tweet } from './timeline.ts'

/** Of a hundred posts each: more than an account can post in the time searched. */
const MOST_PAGES = 5

const fields = 'created_at,entities,attachments,referenced_tweets'

type AddressOf = (id: string) => string

/**
 * Looks for the post in the user's own timeline, by the key of its first upload or, without media, by its text
 * (docs/product/twitter.md "Lost answers").
 */
export const lookUpTweet = async (
  api: TwitterApi,
  { account, content, prepared }: PublishTask,
  search: LookUpQuery,
  addressOf: AddressOf,
): Promise<LookUpResult> => {
  const { media_key_0: key, media_id_0: mediaId } = prepared
  const text = comparable(tweetText(content))
  const hasMedia = content.media.length > 0
  const isOurs = (
    { id, attachments, entities, text: given, referenced_tweets, created_at: at }: Tweet,
    reply: Reply,
  ) => {
    if (search.excludedIds.has(id) || referenced_tweets.length > 0) return false
    if (at !== undefined && Date.parse(at) < matchFrom(search, reply)) return false
    const keys = attachments?.media_keys ?? []
    // Without an id nothing was sent, so no post can be ours.
    if (hasMedia) return mediaId ? keys.some(each => each === key || each.endsWith(`_${mediaId}`)) : false
    return keys.length === 0 && comparable(given, entities?.urls) === text
  }
  const start = searchFrom(search)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
  const found = await findInTimeline(
    api,
    account,
    { start_time: start, exclude: 'retweets,replies' },
    isOurs,
    addressOf,
  )
  return found.kind === 'present' && !hasMedia ? { ...found, matchedByContent: true } : found
}

/** Looks for the account's own reply with this text to the post. */
export const lookUpReply = (
  api: TwitterApi,
  account: ConnectedAccount,
  comment: { readonly id: string; readonly text: string },
  addressOf: AddressOf,
): Promise<LookUpResult> => {
  const text = comparable(comment.text)
  const isOurs = ({ text: given, entities, referenced_tweets }: Tweet) =>
    referenced_tweets.some(({ type, id }) => type === 'replied_to' && id === comment.id) &&
    comparable(given, entities?.urls) === text
  return findInTimeline(api, account, { since_id: comment.id, exclude: 'retweets' }, isOurs, addressOf)
}

/** Uploads identify a post; without media the text has to. */
export const duplicateKeyOf = (content: PostContent): string | null =>
  content.media.length > 0 ? null : comparable(tweetText(content))

const findInTimeline = async (
  api: TwitterApi,
  account: ConnectedAccount,
  query: Record<string, string>,
  isOurs: (tweet: Tweet, reply: Reply) => boolean,
  addressOf: AddressOf,
): Promise<LookUpResult> => {
  let token: string | undefined
  for (let page = 0; page < MOST_PAGES; page++) {
    const asked = { max_results: '100', 'tweet.fields': fields, ...query }
    const { reply, timeline } = await readTimeline(
      api,
      account,
      token ? { ...asked, pagination_token: token } : asked,
    )
    if (!timeline) return cannotTell(reply)
    const ours = timeline.data.find(each => isOurs(each, reply))
    if (ours) return { kind: 'present', externalId: ours.id, permalink: addressOf(ours.id) }
    token = timeline.meta.next_token
    if (!token) return { kind: 'absent' }
  }
  return { kind: 'cannot_tell', response: 'The account has too many recent posts to search.' }
}
