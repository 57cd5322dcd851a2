import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../model.ts'
import { send } from '../publish.ts'
import { type Answer, permalink, type Sandbox } from '../sandbox.ts'
import { authenticate } from './call.ts'
import { TwitterError, twitterErrorAnswer, twitterFaults } from './errors.ts'
import { setMetadata, uploadMedia } from './media.ts'
import { createPost, deletePost } from './posts.ts'
import { countRates, type RateLimited } from './rates.ts'
import { listPosts, readPost } from './timeline.ts'
import { readMe } from './users.ts'

type Handler = (sandbox: Sandbox, request: FastifyRequest, account: Account) => Answer | Promise<Answer>

/** X's v2 API under `/x/2`, and the public address of a post. */
export function registerTwitter(app: FastifyInstance, sandbox: Sandbox): void {
  const rate = countRates(sandbox.now)
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof TwitterError) return send(reply, twitterErrorAnswer(error.fault))
    if (((error as { statusCode?: number }).statusCode ?? 500) < 500) {
      return send(reply, twitterErrorAnswer(twitterFaults.invalid('Request body is not valid JSON.')))
    }
    request.log.error(error)
    return send(reply, twitterErrorAnswer(twitterFaults.serviceDown))
  })
  const answer =
    (limit: RateLimited, handler: Handler) => async (request: FastifyRequest, reply: FastifyReply) => {
      const account = authenticate(sandbox, request)
      const { headers, refusal } = rate(limit, account)
      reply.headers(headers)
      if (refusal) throw refusal
      return send(reply, await handler(sandbox, request, account))
    }
  app.get('/2/users/me', answer('read_me', readMe))
  app.get('/2/users/:id/tweets', answer('list_posts', listPosts))
  app.post('/2/media/upload', answer('upload_media', uploadMedia))
  app.post('/2/media/metadata', answer('set_metadata', setMetadata))
  app.post('/2/tweets', answer('create_post', createPost))
  app.get('/2/tweets/:id', answer('read_post', readPost))
  app.delete('/2/tweets/:id', answer('delete_post', deletePost))
  app.get('/:handle/status/:id', (request, reply) => {
    const post = sandbox.store.get('post', (request.params as { id: string }).id)
    return post ? reply.redirect(permalink(sandbox, post)) : reply.callNotFound()
  })
}
