import type { FastifyRequest } from 'fastify'
import { followersOn } from '../platform/figures.ts'
import type { SandboxAccount } from '../platform/model.ts'
import type { HttpReply, Sandbox } from '../platform/sandbox.ts'
import { type DirectoryUser, listUsers } from './directory.ts'
import { notFoundError, TwitterError, twitterFaults } from './errors.ts'

type Fields = { 'user.fields'?: string }

/** A user with the requested `user.fields`. */
function userNode(sandbox: Sandbox, query: Fields, user: DirectoryUser) {
  const account = sandbox.store.get('account', user.id)
  const optional = {
    description: user.about,
    verified: account !== undefined,
    ...(user.logo && { profile_image_url: `${sandbox.url()}/logos/${user.logo}.png` }),
    public_metrics: metricsOf(sandbox, account),
  }
  const fields = (query['user.fields'] ?? '').split(',')
  const requested = Object.entries(optional).filter(([name]) => fields.includes(name))
  return { id: user.id, name: user.name, username: user.username, ...Object.fromEntries(requested) }
}

function metricsOf({ store, now }: Sandbox, account: SandboxAccount | undefined) {
  if (!account) return { followers_count: 120, following_count: 80, tweet_count: 44, listed_count: 2 }
  const posts = store.count('post', { network: 'twitter', account: account.id })
  const followers = followersOn(account, new Date(now()).toISOString().slice(0, 10))
  return { followers_count: followers, following_count: 210, tweet_count: posts, listed_count: 12 }
}

/** The user who signed the call. */
export function readMe(sandbox: Sandbox, request: FastifyRequest, account: SandboxAccount): HttpReply {
  const { id, name, handle: username, about, logo } = account
  return {
    status: 200,
    body: { data: userNode(sandbox, request.query as Fields, { id, name, username, about, logo }) },
  }
}

/** `GET /2/users/by/username/{username}`, regardless of case. */
export function readByUsername(sandbox: Sandbox, request: FastifyRequest): HttpReply {
  const { username } = request.params as { username: string }
  const user = listUsers(sandbox.store).find(each => each.username.toLowerCase() === username.toLowerCase())
  if (!user) return { status: 200, body: { errors: [notFoundError(username, 'user', 'username')] } }
  return { status: 200, body: { data: userNode(sandbox, request.query as Fields, user) } }
}

const queryPattern = /^[A-Za-z0-9_' ]{1,50}$/

/** `GET /2/users/search`: users whose name or username contains every word. Without a match there is no `data`. */
export function searchUsers(sandbox: Sandbox, request: FastifyRequest): HttpReply {
  const query = request.query as Record<string, string>
  const words = query.query ?? ''
  const most = Number(query.max_results ?? 100)
  if (!queryPattern.test(words))
    throw new TwitterError(
      twitterFaults.invalid('The `query` query parameter value does not match its pattern', {
        query: [words],
      }),
    )
  if (!(most >= 1 && most <= 1000))
    throw new TwitterError(twitterFaults.invalid('`max_results` must be between 1 and 1000'))
  const wanted = words.toLowerCase().split(' ').filter(Boolean)
  const all = listUsers(sandbox.store).filter(({ name, username }) => {
    const text = `${name} ${username}`.toLowerCase()
    return wanted.every(word => text.includes(word))
  })
  const offset = Number(Buffer.from(query.next_token ?? '', 'base64url').toString() || 0)
  const page = all.slice(offset, offset + most).map(user => userNode(sandbox, query, user))
  const next = offset + most < all.length && Buffer.from(String(offset + most)).toString('base64url')
  const meta = { result_count: page.length, ...(next && { next_token: next }) }
  return { status: 200, body: page.length > 0 ? { data: page, meta } : { meta } }
}
