import type { FastifyRequest } from 'fastify'
import { figuresOf } from '../platform/figures.ts'
import type { Post, SandboxAccount } from '../platform/model.ts'
import type { HttpReply, Sandbox } from '../platform/sandbox.ts'
import { TwitterError, twitterFaults } from './errors.ts'

/** X's names for the metrics of a post. */
const metrics = {
  impressions: 'impressions',
  engagements: 'clicks',
  likes: 'likes',
  retweets: 'shares',
  quote_tweets: 'quotes',
  replies: 'comments',
  bookmarks: 'saves',
  url_clicks: 'clicks',
} as const satisfies Record<string, keyof ReturnType<typeof figuresOf>>

const isMetric = (name: string): name is keyof typeof metrics => Object.hasOwn(metrics, name)

/** `GET /2/tweets/analytics`: metrics of own posts between two times, as one sum (`granularity=total`). */
export function readAnalytics(sandbox: Sandbox, request: FastifyRequest, account: SandboxAccount): HttpReply {
  const query = request.query as Record<string, string>
  const ids = (query.ids ?? '').split(',').filter(Boolean)
  const requested = (query['analytics.fields'] ?? '').split(',').filter(Boolean)
  const from = Date.parse(query.start_time ?? '')
  const to = Date.parse(query.end_time ?? '')
  if (ids.length < 1 || ids.length > 100 || !(from < to) || query.granularity !== 'total')
    throw new TwitterError(twitterFaults.invalid('ids, start_time, end_time and granularity are required'))
  const dead = sandbox.faults.take('insights', 'twitter', account.id) ? 'quote_tweets' : undefined
  const unknown = requested.find(name => name === dead || !isMetric(name))
  if (unknown !== undefined)
    throw new TwitterError(
      twitterFaults.invalid(
        `The \`analytics.fields\` query parameter value [${unknown}] is not one of its values`,
      ),
    )
  const own = ids
    .flatMap(id => sandbox.store.get('post', id) ?? [])
    .filter(each => each.account === account.id)
  const end = Math.min(to, sandbox.now())
  const data = own.map(post => ({
    id: post.id,
    timestamped_metrics: [{ timestamp: query.end_time, metrics: between(post, from, end, requested) }],
  }))
  return { status: 200, body: data.length > 0 ? { data } : { errors: [] } }
}

function between(post: Post, from: number, to: number, requested: readonly string[]) {
  const before = figuresOf(post, from)
  const after = figuresOf(post, to)
  return Object.fromEntries(
    requested.filter(isMetric).map(name => [name, Math.max(0, after[metrics[name]] - before[metrics[name]])]),
  )
}
