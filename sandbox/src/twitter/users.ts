import type { FastifyRequest } from 'fastify'
import type { Account } from '../model.ts'
import type { Answer, Sandbox } from '../sandbox.ts'

/** The signed-in user. */
export function readMe(sandbox: Sandbox, request: FastifyRequest, account: Account): Answer {
  const { 'user.fields': fields = '' } = request.query as Record<string, string>
  const posts = sandbox.store.count('post', { network: 'twitter', account: account.id })
  const optional = {
    description: account.about,
    profile_image_url: `${sandbox.url()}/logos/${account.logo}.png`,
    public_metrics: { followers_count: 0, following_count: 0, tweet_count: posts, listed_count: 0 },
  }
  const asked = Object.entries(optional).filter(([name]) => fields.split(',').includes(name))
  const data = { id: account.id, name: account.name, username: account.handle, ...Object.fromEntries(asked) }
  return { status: 200, body: { data } }
}
