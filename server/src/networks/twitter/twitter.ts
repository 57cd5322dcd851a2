import { z } from 'zod'
import { networks } from '#domain/networks/network.ts'
import { tweetCharacterProblem, tweetLength } from '#domain/networks/twitter-counting.ts'
import type {
  ConnectedAccount,
  FirstComment,
  NetworkAdapter,
  Outcome,
  Preparation,
  Prepared,
  PublishTask,
} from '#server/networks/network-adapter.ts'
import { unhandledOutcome } from '#server/networks/network-adapter.ts'
import { isOk, parseBody } from '#server/platform/http/outgoing-requests/client.ts'
import { outcomeOf, rejected, unknown } from '../outcomes.ts'
import type { NetworkSettings } from '../settings.ts'
import { type TwitterApi, twitterApi, twitterOutcome } from './api.ts'
import { duplicateKeyOf, lookUpReply, lookUpTweet } from './look-up.ts'
import { prepareMedia } from './media.ts'
import { tweetText } from './text.ts'

const created = z.object({ data: z.object({ id: z.string().min(1) }) })

/** The adapter for X, which the product calls Twitter (docs/product/twitter.md "Posts"). */
export const twitter = (settings: NetworkSettings): NetworkAdapter => {
  const api = twitterApi(settings)
  const addressOf = ({ details }: ConnectedAccount, id: string) =>
    `${settings.xWebUrl}/${details.screen_name ?? 'i'}/status/${id}`
  const { sendTimeoutMs } = settings
  return {
    prepare: async task => refusedText(task) ?? prepareMedia(api, task),
    send: async task => {
      const outcome = await post(api, task.account, bodyOf(task), sendTimeoutMs)
      return outcome.kind === 'published'
        ? { ...outcome, permalink: addressOf(task.account, outcome.externalId) }
        : outcome
    },
    lookUp: (task, search) => lookUpTweet(api, task, search, id => addressOf(task.account, id)),
    duplicateKey: duplicateKeyOf,
    findPermalink: async (account, id) => addressOf(account, id),
    addFirstComment: async (account, id, text) =>
      commentOf(await post(api, account, { text, reply: { in_reply_to_tweet_id: id } }, sendTimeoutMs)),
    findFirstComment: (account, id, text) =>
      lookUpReply(api, account, { id, text }, found => addressOf(account, found)),
  }
}

/** The appended link and full usernames count too, so the editor may have accepted the text. */
const refusedText = ({ content }: PublishTask): Preparation | null => {
  const { max } = networks.twitter.message
  const text = tweetText(content)
  const character = tweetCharacterProblem(text)
  if (character) return rejected(character)
  const length = tweetLength(text)
  return length > max
    ? rejected(`With its link and mentions the text has ${length} characters; X takes ${max}.`)
    : null
}

/** One request, never repeated. */
const post = async (
  api: TwitterApi,
  account: ConnectedAccount,
  body: Record<string, unknown>,
  timeoutMs: number,
): Promise<Outcome> => {
  const reply = await api.post(account, 'tweets', body, timeoutMs)
  return outcomeOf(reply, answer => {
    if (!isOk(answer)) return twitterOutcome(answer)
    const id = parseBody(answer, created)?.data.id
    return id
      ? { kind: 'published', externalId: id, permalink: null, response: answer.text }
      : unknown(answer.text)
  })
}

const bodyOf = ({ content, prepared }: PublishTask): Record<string, unknown> => {
  const text = tweetText(content)
  const ids = mediaIdsOf(prepared)
  return { ...(text ? { text } : {}), ...(ids.length > 0 ? { media: { media_ids: ids } } : {}) }
}

/** The ids of the uploads in order (at most four). */
const mediaIdsOf = (prepared: Prepared): string[] =>
  Object.keys(prepared)
    .filter(name => name.startsWith('media_id_'))
    .sort()
    .flatMap(name => prepared[name] || [])

/**
 * The result of the reply that is the first comment. X may refuse self-serve apps even a reply to their own post
 * (docs/product/twitter.md "First comment"); a 403 is then a refusal of the comment, and the post stays live.
 */
const commentOf = (outcome: Outcome): FirstComment => {
  switch (outcome.kind) {
    case 'published':
      return { kind: 'added', externalId: outcome.externalId }
    case 'rejected':
    case 'reconnect_needed':
      return { kind: 'not_added', response: outcome.response }
    case 'not_sent':
    case 'unknown':
      return outcome
    case 'processing':
      return unknown(outcome.response)
    default:
      return unhandledOutcome(outcome)
  }
}
