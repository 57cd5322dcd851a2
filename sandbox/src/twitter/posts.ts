import type { FastifyRequest } from 'fastify'
import { readLinkedPage } from '../platform/linked-page.ts'
import { contentDigest } from '../platform/media.ts'
import type { Article, Media, Post, SandboxAccount } from '../platform/model.ts'
import { publish } from '../platform/publish.ts'
import type { HttpReply, Sandbox } from '../platform/sandbox.ts'
import { TwitterError, twitterFailures, twitterFaults } from './errors.ts'
import { checkMixture, usableMedia } from './media.ts'
import { countCashtags, firstUrl, hasInvalidCharacters, isValidText } from './text.ts'
import { ownPost, tweet } from './timeline.ts'

/** X does not document its window; people are told of a day. */
const duplicateWindow = 24 * 60 * 60_000
const mostPhotos = 4

type WirePost = {
  text?: unknown
  media?: { media_ids?: unknown }
  reply?: { in_reply_to_tweet_id?: unknown }
}
type NewTweet = {
  text: string
  media: Media[]
  replyTo: string | undefined
  digest: string
  article?: Article | undefined
}

/** The irreversible call. A reply does not count as one, since its post is already live. */
export async function createPost(
  sandbox: Sandbox,
  request: FastifyRequest,
  account: SandboxAccount,
): Promise<HttpReply> {
  const written = readNewTweet(sandbox, (request.body ?? {}) as WirePost, account)
  const newTweet = { ...written, article: await makeCard(sandbox, account, written) }
  const check = () => refuseDuplicate(sandbox, account, newTweet)
  const store = () => {
    const post = storePost(sandbox, account, newTweet)
    return { post, answer: createdReply(sandbox, account, post) }
  }
  if (newTweet.replyTo === undefined) {
    const failures = twitterFailures(sandbox.now)
    return publish(sandbox, { network: 'twitter', account: account.id, failures: failures, check, store })
  }
  const fault = sandbox.faults.take('comment', 'twitter', account.id)
  if (fault?.fault === 'comment_refused') throw new TwitterError(twitterFaults.notPermitted)
  check()
  return { ...sandbox.store.transaction(store).answer, lost: fault !== undefined }
}

/** X shows the card of the first link in a post without media, if the page has tags. */
async function makeCard(
  sandbox: Sandbox,
  { network, id }: SandboxAccount,
  { text, media, replyTo }: NewTweet,
): Promise<Article | undefined> {
  const link = media.length > 0 || replyTo ? undefined : firstUrl(text)
  return link ? readLinkedPage(sandbox, link, { network, account: id, needsTags: true }) : undefined
}

function createdReply(sandbox: Sandbox, account: SandboxAccount, post: Post): HttpReply {
  const { id, text } = tweet(sandbox, account, post)
  const headers = { location: `${sandbox.url()}/x/2/tweets/${id}` }
  return { status: 201, headers, body: { data: { id, text, edit_history_tweet_ids: [id] } } }
}

function readNewTweet(sandbox: Sandbox, wire: WirePost, account: SandboxAccount): NewTweet {
  const { text = '', media: wireMedia, reply } = wire
  const ids = wireMedia?.media_ids ?? []
  if (typeof text !== 'string' || !Array.isArray(ids)) {
    throw new TwitterError(twitterFaults.invalid('Request body does not match its schema.'))
  }
  if (ids.length > mostPhotos) {
    throw new TwitterError(
      twitterFaults.invalid('media.media_ids must have at most 4 elements', { media_ids: ids }),
    )
  }
  const media = usableMedia(sandbox, account, ids)
  checkMixture(media)
  if (text === '' && media.length === 0) {
    throw new TwitterError(twitterFaults.invalid('One of text or media is required.', { text: [text] }))
  }
  if (text !== '' && !isValidText(text)) {
    const why = hasInvalidCharacters(text)
      ? 'Tweet text contains invalid characters.'
      : 'Tweet text is too long.'
    throw new TwitterError(twitterFaults.invalid(why, { text: [text] }))
  }
  // Apps that pay by use may write one.
  if (countCashtags(text) > 1) throw new TwitterError(twitterFaults.notPermitted)
  const replyTo = reply?.in_reply_to_tweet_id
  if (replyTo !== undefined && (typeof replyTo !== 'string' || !sandbox.store.get('post', replyTo))) {
    throw new TwitterError(twitterFaults.notPermitted)
  }
  return { text, media, replyTo, digest: contentDigest(text, media, replyTo) }
}

function refuseDuplicate(sandbox: Sandbox, account: SandboxAccount, { digest }: NewTweet) {
  const since = sandbox.now() - duplicateWindow
  const recent = sandbox.store.list('post', {
    network: 'twitter',
    account: account.id,
    since,
    contentDigest: digest,
  })
  if (recent.length > 0) throw new TwitterError(twitterFaults.duplicate)
}

/** A reply is stored both as a post and as a comment under the post it answers. */
function storePost(
  sandbox: Sandbox,
  account: SandboxAccount,
  { text, media, replyTo, digest, article }: NewTweet,
): Post {
  const owned = {
    id: sandbox.ids.twitter(),
    network: 'twitter' as const,
    account: account.id,
    created_at: sandbox.now(),
    text,
  }
  const post: Post = {
    ...owned,
    source: text,
    media: media.map(({ id, alt_text }) => ({ media: id, ...(alt_text && { alt_text }) })),
    content_digest: digest,
    ...(article && { article }),
    ...(replyTo && { in_reply_to: replyTo }),
  }
  sandbox.store.put('post', post)
  for (const each of media) sandbox.store.put('media', { ...each, used_by: post.id })
  if (replyTo) sandbox.store.put('comment', { ...owned, parent: replyTo, author: account.id })
  return post
}

export function deletePost(sandbox: Sandbox, request: FastifyRequest, account: SandboxAccount): HttpReply {
  const post = ownPost(sandbox, request, account)
  if (!post) throw new TwitterError(twitterFaults.notFound((request.params as { id: string }).id))
  const { store } = sandbox
  store.transaction(() => {
    store.remove('post', post.id)
    store.remove('comment', post.id)
    for (const each of store.list('comment', { parent: post.id })) store.remove('comment', each.id)
  })
  return { status: 200, body: { data: { deleted: true } } }
}
