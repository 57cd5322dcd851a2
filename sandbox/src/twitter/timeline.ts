import type { FastifyRequest } from 'fastify'
import { failIfFiguresDown } from '../platform/figure-faults.ts'
import { figuresOf } from '../platform/figures.ts'
import { mediaUrl } from '../platform/media.ts'
import type { Media, Post, SandboxAccount } from '../platform/model.ts'
import type { HttpReply, Sandbox } from '../platform/sandbox.ts'
import { failIfReadBackDown, figureFailures } from './call.ts'
import { notFoundError, TwitterError, twitterFaults } from './errors.ts'
import { pastPost, pastPosts } from './past-posts.ts'
import { mediaKey, textWithShortLinks } from './text.ts'

/** A post with every field. */
export function tweet(sandbox: Sandbox, account: SandboxAccount, post: Post) {
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
    public_metrics: publicMetrics(post, sandbox.now()),
  }
}

function publicMetrics(post: Post, now: number) {
  const figures = figuresOf(post, now)
  return {
    retweet_count: figures.shares,
    reply_count: figures.comments,
    like_count: figures.likes,
    quote_count: figures.quotes,
    bookmark_count: figures.saves,
    impression_count: figures.impressions,
  }
}

const fieldsOf = (query: Record<string, string>) =>
  (query['tweet.fields'] ?? query['post.fields'] ?? '').split(',')

const alwaysGiven = ['id', 'text', 'edit_history_tweet_ids']

/** The posts with the requested fields. A metric that a fault has removed is left out. */
function withRequestedFields(
  sandbox: Sandbox,
  request: FastifyRequest,
  account: SandboxAccount,
  posts: readonly Post[],
) {
  const query = request.query as Record<string, string>
  const requested = fieldsOf(query)
  const isDead =
    requested.includes('public_metrics') &&
    sandbox.faults.take('insights', 'twitter', account.id) !== undefined
  return posts.map(post => {
    const { public_metrics: figures, ...rest } = tweet(sandbox, account, post)
    const { quote_count: _dead, ...alive } = figures
    const all = Object.entries({ ...rest, public_metrics: isDead ? alive : figures })
    return Object.fromEntries(all.filter(([name]) => alwaysGiven.includes(name) || requested.includes(name)))
  })
}

function includes(sandbox: Sandbox, request: FastifyRequest, posts: readonly Post[]) {
  const { expansions = '' } = request.query as Record<string, string>
  const shown = posts.flatMap(post =>
    post.media.flatMap(({ media }) => sandbox.store.get('media', media) ?? []),
  )
  if (!expansions.split(',').includes('attachments.media_keys') || shown.length === 0) return {}
  const media = shown.map(each => ({
    media_key: mediaKey(each),
    type: wireTypes[each.kind],
    // A video has a preview image; its file is listed only among the variants.
    ...(each.kind === 'image' ? { url: mediaUrl(sandbox, each) } : previewOf(sandbox, each)),
    ...(each.alt_text && { alt_text: each.alt_text }),
  }))
  return { includes: { media } }
}

const wireTypes: Record<Media['kind'], string> = { image: 'photo', gif: 'animated_gif', video: 'video' }

function previewOf(sandbox: Sandbox, media: Media) {
  const preview = media.kind === 'gif' ? mediaUrl(sandbox, media) : thumbnailUrl(sandbox, media)
  const variants = [{ content_type: media.mime, bit_rate: 832_000, url: mediaUrl(sandbox, media) }]
  return { ...(preview && { preview_image_url: preview }), variants }
}

function thumbnailUrl(sandbox: Sandbox, { thumbnail }: Media): string | undefined {
  return thumbnail && `${sandbox.url()}/media/${thumbnail}`
}

/** The user's own timeline, newest first, with `start_time`, `exclude=replies` and paging. */
export async function listPosts(
  sandbox: Sandbox,
  request: FastifyRequest,
  account: SandboxAccount,
): Promise<HttpReply> {
  const { id } = request.params as { id: string }
  if (id !== account.id) throw new TwitterError(twitterFaults.notPermitted)
  failIfReadBackDown(sandbox, account)
  const query = request.query as Record<string, string>
  if (fieldsOf(query).includes('public_metrics'))
    await failIfFiguresDown(sandbox, account, ['timeline'], figureFailures(sandbox))
  const count = Number(query.max_results ?? 10)
  if (!(count >= 5 && count <= 100)) {
    throw new TwitterError(
      twitterFaults.invalid('The `max_results` query parameter value is not between 5 and 100'),
    )
  }
  const since = query.start_time === undefined ? undefined : Date.parse(query.start_time)
  const until = query.end_time === undefined ? undefined : Date.parse(query.end_time)
  if (until !== undefined && until > sandbox.now())
    throw new TwitterError(twitterFaults.invalid("Invalid 'end_time': it must be in the past"))
  const stored = sandbox.store.list('post', { network: 'twitter', account: account.id, since, until })
  const all = [...stored, ...pastPosts(account, sandbox.now(), since, until)]
    .sort((a, b) => b.created_at - a.created_at)
    .filter(post => !(post.in_reply_to && query.exclude?.includes('replies')))
    .filter(({ id }) => isBetween(id, query.since_id, query.until_id))
  const offset = Number(Buffer.from(query.pagination_token ?? '', 'base64url').toString() || 0)
  const page = all.slice(offset, offset + count)
  const data = withRequestedFields(sandbox, request, account, page)
  if (data.length === 0) return { status: 200, body: { meta: { result_count: 0 } } }
  const next = offset + count < all.length && Buffer.from(String(offset + count)).toString('base64url')
  const ends = { newest_id: page[0]?.id, oldest_id: page.at(-1)?.id }
  const meta = { result_count: data.length, ...ends, ...(next && { next_token: next }) }
  return { status: 200, body: { data, ...includes(sandbox, request, page), meta } }
}

/** Ids increase with time; both bounds are exclusive. */
function isBetween(id: string, since = '', until = ''): boolean {
  const number = BigInt(id)
  return (since === '' || number > BigInt(since)) && (until === '' || number < BigInt(until))
}

/** `GET /2/tweets?ids=`: up to a hundred posts, with an error for each missing one. */
export function readPosts(sandbox: Sandbox, request: FastifyRequest, account: SandboxAccount): HttpReply {
  failIfReadBackDown(sandbox, account)
  const ids = ((request.query as Record<string, string>).ids ?? '').split(',').filter(Boolean)
  if (ids.length < 1 || ids.length > 100)
    throw new TwitterError(twitterFaults.invalid('The `ids` query parameter takes 1 to 100 ids', { ids }))
  const found = ids.map(id => sandbox.store.get('post', id) ?? pastPost(account, id, sandbox.now()))
  const own = found.filter((post): post is Post => post?.account === account.id)
  const errors = ids.filter((_, index) => found[index]?.account !== account.id).map(id => notFoundError(id))
  const data = withRequestedFields(sandbox, request, account, own)
  const body = { ...(data.length > 0 && { data }), ...includes(sandbox, request, own) }
  return { status: 200, body: { ...body, ...(errors.length > 0 && { errors }) } }
}

/** The post in the path, if it is the user's. */
export function ownPost(
  sandbox: Sandbox,
  request: FastifyRequest,
  account: SandboxAccount,
): Post | undefined {
  const post = sandbox.store.get('post', (request.params as { id: string }).id)
  return post?.network === 'twitter' && post.account === account.id ? post : undefined
}

export function readPost(sandbox: Sandbox, request: FastifyRequest, account: SandboxAccount): HttpReply {
  failIfReadBackDown(sandbox, account)
  const post = ownPost(sandbox, request, account)
  if (!post) throw new TwitterError(twitterFaults.notFound((request.params as { id: string }).id))
  const [data] = withRequestedFields(sandbox, request, account, [post])
  return { status: 200, body: { data, ...includes(sandbox, request, [post]) } }
}
