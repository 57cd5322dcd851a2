import type { FastifyRequest } from 'fastify'
import { mediaUrl } from '../media.ts'
import type { Account, Post } from '../model.ts'
import type { Answer, Sandbox } from '../sandbox.ts'
import { refuseWhenReadBackIsDown } from './call.ts'
import { TwitterError, twitterFaults } from './errors.ts'
import { mediaKey, textWithShortLinks } from './text.ts'

/** A post with every field one may ask for. */
export function tweet(sandbox: Sandbox, account: Account, post: Post) {
  const photos = post.media.flatMap(({ media }) => sandbox.store.get('media', media) ?? [])
  const url = `https://x.com/${account.handle}/status/${post.id}`
  const { text, urls } = textWithShortLinks(post.source, photos, url)
  return {
    id: post.id,
    text,
    edit_history_tweet_ids: [post.id],
    created_at: new Date(post.created_at).toISOString(),
    author_id: account.id,
    conversation_id: post.in_reply_to ?? post.id,
    ...(post.in_reply_to && { referenced_tweets: [{ type: 'replied_to', id: post.in_reply_to }] }),
    ...(urls.length > 0 && { entities: { urls } }),
    ...(photos.length > 0 && { attachments: { media_keys: photos.map(mediaKey) } }),
  }
}

const alwaysGiven = ['id', 'text', 'edit_history_tweet_ids']

function shape(sandbox: Sandbox, request: FastifyRequest, account: Account, post: Post) {
  const query = request.query as Record<string, string>
  const asked = (query['tweet.fields'] ?? query['post.fields'] ?? '').split(',')
  const all = Object.entries(tweet(sandbox, account, post))
  return Object.fromEntries(all.filter(([name]) => alwaysGiven.includes(name) || asked.includes(name)))
}

function includes(sandbox: Sandbox, request: FastifyRequest, posts: readonly Post[]) {
  const { expansions = '' } = request.query as Record<string, string>
  const shown = posts.flatMap(post =>
    post.media.flatMap(({ media }) => sandbox.store.get('media', media) ?? []),
  )
  if (!expansions.split(',').includes('attachments.media_keys') || shown.length === 0) return {}
  const media = shown.map(each => ({
    media_key: mediaKey(each),
    type: 'photo',
    url: mediaUrl(sandbox, each),
    ...(each.alt_text && { alt_text: each.alt_text }),
  }))
  return { includes: { media } }
}

/** The user's own timeline, newest first, with `start_time`, `exclude=replies` and real pages. */
export function listPosts(sandbox: Sandbox, request: FastifyRequest, account: Account): Answer {
  const { id } = request.params as { id: string }
  if (id !== account.id) throw new TwitterError(twitterFaults.notPermitted)
  refuseWhenReadBackIsDown(sandbox, account)
  const query = request.query as Record<string, string>
  const count = Number(query.max_results ?? 10)
  if (!(count >= 5 && count <= 100)) {
    throw new TwitterError(
      twitterFaults.invalid('The `max_results` query parameter value is not between 5 and 100'),
    )
  }
  const since = query.start_time === undefined ? undefined : Date.parse(query.start_time)
  const until = query.end_time === undefined ? undefined : Date.parse(query.end_time)
  const all = sandbox.store
    .list('post', { network: 'twitter', account: account.id, since, until })
    .filter(post => !(post.in_reply_to && query.exclude?.includes('replies')))
  const offset = Number(Buffer.from(query.pagination_token ?? '', 'base64url').toString() || 0)
  const page = all.slice(offset, offset + count)
  const data = page.map(post => shape(sandbox, request, account, post))
  if (data.length === 0) return { status: 200, body: { meta: { result_count: 0 } } }
  const next = offset + count < all.length && Buffer.from(String(offset + count)).toString('base64url')
  const ends = { newest_id: page[0]?.id, oldest_id: page.at(-1)?.id }
  const meta = { result_count: data.length, ...ends, ...(next && { next_token: next }) }
  return { status: 200, body: { data, ...includes(sandbox, request, page), meta } }
}

/** The post a path names, when the user wrote it. */
export function ownPost(sandbox: Sandbox, request: FastifyRequest, account: Account): Post | undefined {
  const post = sandbox.store.get('post', (request.params as { id: string }).id)
  return post?.network === 'twitter' && post.account === account.id ? post : undefined
}

export function readPost(sandbox: Sandbox, request: FastifyRequest, account: Account): Answer {
  refuseWhenReadBackIsDown(sandbox, account)
  const post = ownPost(sandbox, request, account)
  if (!post) throw new TwitterError(twitterFaults.notFound((request.params as { id: string }).id))
  const data = shape(sandbox, request, account, post)
  return { status: 200, body: { data, ...includes(sandbox, request, [post]) } }
}
