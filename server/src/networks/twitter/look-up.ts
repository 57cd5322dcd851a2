import type { Account, Delivery, LookUp, Search } from '../network.ts'
import { cannotTell } from '../outcomes.ts'
import type { TwitterApi } from './api.ts'
import { comparable, tweetText } from './text.ts'
import { readTimeline, type Tweet } from './timeline.ts'

/** X's clock is not ours. */
const LOOK_BACK_MS = 60_000
/** Of a hundred each: more than an account may post in the time a look goes back. */
const MOST_PAGES = 5

const fields = 'created_at,entities,attachments,referenced_tweets'

type AddressOf = (id: string) => string

/** Looks in the user's own timeline: by the first upload's key where there is one, else by the text (networks.md part 7). */
export const lookUpTweet = async (
  api: TwitterApi,
  { account, draft, prepared }: Delivery,
  { sentAt, notThese }: Search,
  addressOf: AddressOf,
): Promise<LookUp> => {
  const key = prepared.media_key_0
  const text = comparable(tweetText(draft))
  const hasMedia = draft.media.length > 0
  const isOurs = ({ id, attachments, entities, text: given, referenced_tweets }: Tweet) => {
    if (notThese.has(id) || referenced_tweets.length > 0) return false
    const keys = attachments?.media_keys ?? []
    if (key) return keys.includes(key)
    return keys.length > 0 === hasMedia && comparable(given, entities?.urls) === text
  }
  const start = new Date(sentAt.getTime() - LOOK_BACK_MS).toISOString().replace(/\.\d+Z$/, 'Z')
  return find(api, account, { start_time: start, exclude: 'retweets,replies' }, isOurs, addressOf)
}

/** Looks for the account's own reply with this text under the post. */
export const lookUpReply = (
  api: TwitterApi,
  account: Account,
  comment: { readonly id: string; readonly text: string },
  addressOf: AddressOf,
): Promise<LookUp> => {
  const text = comparable(comment.text)
  const isOurs = ({ text: given, entities, referenced_tweets }: Tweet) =>
    referenced_tweets.some(({ type, id }) => type === 'replied_to' && id === comment.id) &&
    comparable(given, entities?.urls) === text
  return find(api, account, { since_id: comment.id, exclude: 'retweets' }, isOurs, addressOf)
}

const find = async (
  api: TwitterApi,
  account: Account,
  query: Record<string, string>,
  isOurs: (tweet: Tweet) => boolean,
  addressOf: AddressOf,
): Promise<LookUp> => {
  let token: string | undefined
  for (let page = 0; page < MOST_PAGES; page++) {
    const asked = { max_results: '100', 'tweet.fields': fields, ...query }
    const { reply, timeline } = await readTimeline(
      api,
      account,
      token ? { ...asked, pagination_token: token } : asked,
    )
    if (!timeline) return cannotTell(reply)
    const ours = timeline.data.find(isOurs)
    if (ours) return { kind: 'present', externalId: ours.id, permalink: addressOf(ours.id) }
    token = timeline.meta.next_token
    if (!token) return { kind: 'absent' }
  }
  return { kind: 'cannot_tell', response: 'The account has posted too much to be looked through.' }
}
