import {
  absent,
  isOfLostTime,
  type Match,
  matchFrom,
  matchUntil,
  searchFrom,
} from '#server/networks/look-up-window.ts'
import type {
  ConnectedAccount,
  LookUpQuery,
  LookUpResult,
  PostContent,
  PublishTask,
  SeenPost,
} from '#server/networks/network-adapter.ts'
import type { Reply } from '#server/platform/http/outgoing-requests/client.ts'
import { cannotTell, onlyAlike } from '../outcomes.ts'
import type { TwitterApi } from './api.ts'
import { comparable, tweetText } from './text.ts'
import { readTimeline, type Tweet } from './timeline.ts'

/** Of a hundred posts each: more than an account can post in the time searched. */
const PAGES_MAX = 5

const fields = 'created_at,entities,attachments,referenced_tweets'

type AddressOf = (id: string) => string

/**
 * Looks for the post in the user's own timeline, by the key of its first upload or, without media, by its text
 * (docs/product/twitter.md "Lost answers"). Where the key may be lost, it is also recognised by its text and the number of its files.
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
  const compare = (
    { id, attachments, entities, text: given, referenced_tweets, created_at: at }: Tweet,
    reply: Reply,
  ): Match => {
    if (search.excludedIds.has(id) || referenced_tweets.length > 0) return 'other'
    if (at !== undefined && Date.parse(at) < matchFrom(search, reply)) return 'other'
    if (at !== undefined && Date.parse(at) > matchUntil(search, reply)) return 'other'
    const keys = attachments?.media_keys ?? []
    if (mediaId && keys.some(each => each === key || each.endsWith(`_${mediaId}`))) return 'own_id'
    // Without an id nothing was sent, so no post can be ours, unless the id may be lost.
    if ((hasMedia && !search.lostUntil) || keys.length !== content.media.length) return 'other'
    if (comparable(given, entities?.urls) !== text) return 'other'
    return text === '' ? 'alike' : 'content'
  }
  const start = searchFrom(search)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
  const query = { start_time: start, exclude: 'retweets,replies' }
  // A quoted post of somebody else is none of ours in other words.
  const isOther = (each: Tweet, reply: Reply): boolean =>
    !search.excludedIds.has(each.id) &&
    each.referenced_tweets.length === 0 &&
    isOfLostTime(search, reply)(Date.parse(each.created_at ?? ''))
  return findInTimeline(api, account, query, {
    compare,
    addressOf,
    isOther: search.lostUntil ? isOther : null,
  })
}

/** Looks for the account's own reply with this text to the post. */
export const lookUpReply = (
  api: TwitterApi,
  account: ConnectedAccount,
  comment: { readonly id: string; readonly text: string },
  addressOf: AddressOf,
): Promise<LookUpResult> => {
  const text = comparable(comment.text)
  const compare = ({ text: given, entities, referenced_tweets }: Tweet): Match =>
    referenced_tweets.some(({ type, id }) => type === 'replied_to' && id === comment.id) &&
    comparable(given, entities?.urls) === text
      ? 'own_id'
      : 'other'
  const query = { since_id: comment.id, exclude: 'retweets' }
  return findInTimeline(api, account, query, { compare, addressOf, isOther: null })
}

/** Uploads identify a post; without media the text has to. */
export const duplicateKeyOf = (content: PostContent): string | null =>
  content.media.length > 0 ? null : comparable(tweetText(content))

/** `isOther`: what of lost time is not the one looked for; null where there is no lost time. */
type Comparison = {
  readonly compare: (tweet: Tweet, reply: Reply) => Match
  readonly addressOf: AddressOf
  readonly isOther: ((tweet: Tweet, reply: Reply) => boolean) | null
}

const findInTimeline = async (
  api: TwitterApi,
  account: ConnectedAccount,
  query: Record<string, string>,
  { compare, addressOf, isOther }: Comparison,
): Promise<LookUpResult> => {
  const others: SeenPost[] = []
  let token: string | undefined
  let isAlike = false
  for (let page = 0; page < PAGES_MAX; page++) {
    const requested = { max_results: '100', 'tweet.fields': fields, ...query }
    const { reply, timeline } = await readTimeline(
      api,
      account,
      token ? { ...requested, pagination_token: token } : requested,
    )
    if (!timeline) return cannotTell(reply)
    const matches = timeline.data.map(each => ({ each, match: compare(each, reply) }))
    const ours = matches.find(({ match }) => match === 'own_id' || match === 'content')
    if (ours)
      return {
        kind: 'present',
        externalId: ours.each.id,
        permalink: addressOf(ours.each.id),
        ...(ours.match === 'own_id' ? {} : { matchedByContent: true }),
        ...(ours.each.created_at ? { publishedAt: new Date(ours.each.created_at) } : {}),
      }
    isAlike ||= matches.some(({ match }) => match === 'alike')
    for (const each of timeline.data)
      if (isOther?.(each, reply)) others.push({ externalId: each.id, permalink: addressOf(each.id) })
    token = timeline.meta.next_token
    if (!token) return isAlike ? onlyAlike() : absent(others)
  }
  const response = 'The account has too many recent posts to search.'
  return isOther ? onlyAlike(response) : { kind: 'cannot_tell', response }
}
