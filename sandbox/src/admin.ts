import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { appCredentials } from './platform/app-credentials.ts'
import { dailyLimitNames, WHOLE_APP } from './platform/daily-limits.ts'
import { listAccounts, logoUrl, seedDemoAccounts } from './platform/demo-accounts.ts'
import { mediaUrl } from './platform/media.ts'
import { type Kind, networks, type Post, type SandboxAccount } from './platform/model.ts'
import { newFaultBody } from './platform/new-fault.ts'
import { pastPost, storePastPost } from './platform/past-post.ts'
import { permalink, type Sandbox } from './platform/sandbox.ts'

const selection = z.object({
  network: z.enum(networks).optional(),
  account: z.string().optional(),
})

const listing = selection.extend({ limit: z.coerce.number().int().positive().optional() })

const tokenState = z.strictObject({
  network: z.enum(networks),
  account: z.string(),
  state: z.enum(['active', 'expired', 'revoked']),
})

const quota = z.strictObject({ account: z.string(), total: z.int().nonnegative() })

const usedToday = z.strictObject({
  limit: z.enum(dailyLimitNames),
  subject: z.string().default(WHOLE_APP),
  used: z.int().nonnegative(),
})

const allKinds: Kind[] = [
  'account',
  'person',
  'token',
  'login_step',
  'upload',
  'media',
  'container',
  'asked_hashtag',
  'post',
  'comment',
  'publish_call',
  'nonce',
  'fault',
  'mail',
  'card',
  'customer',
  'price',
  'tax_rate',
  'subscription',
  'invoice',
  'charge',
  'setup_intent',
  'gateway_message',
  'design',
  'design_export',
  'design_token',
  'chat_hook',
  'chat_message',
  'push_subscriber',
  'push_message',
]

/** The sandbox's own endpoints, which no network has: demo accounts, faults, stored objects, reset. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a list of routes
export function registerAdmin(app: FastifyInstance, sandbox: Sandbox): void {
  const { store, faults, daily } = sandbox
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof z.ZodError) return reply.code(400).send({ message: z.prettifyError(error) })
    return reply
      .code((error as { statusCode?: number }).statusCode ?? 500)
      .send({ message: (error as Error).message })
  })
  app.get('/demo-accounts', () => ({
    app: appCredentials,
    accounts: listAccounts(store).map(account => demoAccount(sandbox, account)),
  }))
  app.get('/faults', () => faults.list())
  app.post('/faults', (request, reply) => reply.code(201).send(faults.add(newFaultBody.parse(request.body))))
  app.delete('/faults', (_request, reply) => {
    faults.clear()
    return reply.code(204).send()
  })
  app.delete('/faults/:id', (request, reply) =>
    reply.code(faults.remove((request.params as { id: string }).id) ? 204 : 404).send(),
  )
  app.post('/tokens', (request, reply) => {
    const { network, account, state } = tokenState.parse(request.body)
    const tokens = store.list('token', { network, account })
    for (const token of tokens) store.put('token', { ...token, state })
    return reply.code(tokens.length > 0 ? 204 : 404).send()
  })
  app.post('/quotas', (request, reply) => {
    const { account: id, total } = quota.parse(request.body)
    const account = store.get('account', id)
    if (account) store.put('account', { ...account, publishing_quota: total })
    return reply.code(account ? 204 : 404).send()
  })
  app.post('/used-today', (request, reply) => {
    const { limit, subject, used } = usedToday.parse(request.body)
    daily.set(limit, subject, used)
    return reply.code(204).send()
  })
  app.get('/objects', request => {
    // A reply is listed among the comments of the post it answers.
    const posts = store.list('post', { ...listing.parse(request.query), isNoReply: true })
    return posts.map(post => storedObject(sandbox, post))
  })
  app.post('/past-posts', async (request, reply) => {
    const post = await storePastPost(sandbox, pastPost.parse(request.body))
    return post ? reply.code(201).send(storedObject(sandbox, post)) : reply.code(404).send()
  })
  app.get('/publish-calls', request => store.list('publish_call', listing.parse(request.query)))
  app.get('/counts', request => {
    const chosen = { ...selection.parse(request.query), isNoReply: true }
    return {
      posts: store.count('post', chosen),
      publish_calls: store.count('publish_call', chosen),
      duplicates: store.countDuplicates(chosen),
    }
  })
  app.post('/reset', (_request, reply) => {
    store.clear(allKinds)
    seedDemoAccounts(store)
    return reply.code(204).send()
  })
}

function demoAccount(sandbox: Sandbox, account: SandboxAccount) {
  const { network, id } = account
  const token = sandbox.store.list('token', { network, account: id })[0]
  return {
    brand: account.brand,
    social_network: network,
    external_id: id,
    name: account.name,
    account_details: account.account_details,
    logo_url: logoUrl(sandbox.url(), account),
    token: token?.id,
    ...(token?.secret && { token_secret: token.secret }),
  }
}

function storedObject(sandbox: Sandbox, post: Post) {
  const comments = sandbox.store.list('comment', { parent: post.id }).reverse()
  return {
    id: post.id,
    network: post.network,
    account: post.account,
    text: post.text,
    source: post.source,
    ...(post.article && { article: post.article }),
    ...(post.cards && { cards: post.cards }),
    ...(post.story_until && { story_until: post.story_until }),
    media: post.media.flatMap(({ media: id, alt_text, title }) => {
      const media = sandbox.store.get('media', id)
      if (!media) return []
      const { kind, sha256, shown_as } = media
      return [{ id, kind, url: mediaUrl(sandbox, media), sha256, alt_text, title, shown_as }]
    }),
    comments: comments.map(({ id, text, created_at }) => ({ id, text, created_at })),
    created_at: post.created_at,
    permalink: permalink(sandbox, post),
  }
}
