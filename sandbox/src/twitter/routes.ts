import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { consentPolicy } from '../pages/consent.ts'
import type { SandboxAccount } from '../platform/model.ts'
import { send } from '../platform/publish.ts'
import { type HttpReply, permalink, type Sandbox } from '../platform/sandbox.ts'
import { readAnalytics } from './analytics.ts'
import { authenticate } from './call.ts'
import { TwitterError, twitterErrorReply, twitterFaults, xmlErrorReply } from './errors.ts'
import { decide, invalidateToken, issueAccessToken, issueRequestToken, showConsent } from './login.ts'
import { setMetadata, uploadMedia } from './media.ts'
import { createPost, deletePost } from './posts.ts'
import { countAppPost, countRates, type RateLimited } from './rate-limits.ts'
import { listPosts, readPost, readPosts } from './timeline.ts'
import { appendUpload, finalizeUpload, initializeUpload, uploadStatus } from './uploads.ts'
import { readByUsername, readMe, searchUsers } from './users.ts'

type Handler = (
  sandbox: Sandbox,
  request: FastifyRequest,
  account: SandboxAccount,
) => HttpReply | Promise<HttpReply>

/** X's v2 API under `/x/2`, its OAuth 1.0a under `/x/oauth`, and the public URL of a post. */
export function registerTwitter(app: FastifyInstance, sandbox: Sandbox): void {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof TwitterError) return send(reply, errorReply(request, error))
    if (((error as { statusCode?: number }).statusCode ?? 500) < 500) {
      return send(reply, twitterErrorReply(twitterFaults.invalid('Request body is not valid JSON.')))
    }
    request.log.error(error)
    return send(reply, twitterErrorReply(twitterFaults.serviceDown))
  })
  registerCalls(app, sandbox)
  registerLogin(app, sandbox)
  app.get('/:handle/status/:id', (request, reply) => {
    const post = sandbox.store.get('post', (request.params as { id: string }).id)
    return post ? reply.redirect(permalink(sandbox, post)) : reply.callNotFound()
  })
}

/** Coded errors are sent as XML to clients that prefer it. */
function errorReply({ headers }: FastifyRequest, { fault }: TwitterError): HttpReply {
  const wantsXml = headers.accept?.includes('xml') && !headers.accept.includes('json')
  return wantsXml && fault.body.errors ? xmlErrorReply(fault) : twitterErrorReply(fault)
}

function registerCalls(app: FastifyInstance, sandbox: Sandbox): void {
  const rate = countRates(sandbox)
  const answer =
    (limit: RateLimited, handler: Handler) => async (request: FastifyRequest, reply: FastifyReply) => {
      const { account } = authenticate(sandbox, request)
      const { headers, refusal } = rate(limit, account)
      reply.headers({ ...headers, 'x-access-level': 'read-write' })
      if (refusal) throw refusal
      if (limit === 'create_post') {
        const day = countAppPost(sandbox)
        reply.headers(day.headers)
        if (day.refusal) throw day.refusal
      }
      return send(reply, await handler(sandbox, request, account))
    }
  app.get('/2/users/me', answer('read_me', readMe))
  app.get('/2/users/by/username/:username', answer('read_user', readByUsername))
  app.get('/2/users/search', answer('search_users', searchUsers))
  app.get('/2/users/:id/tweets', answer('list_posts', listPosts))
  app.get('/2/media/upload', answer('upload_status', uploadStatus))
  app.post('/2/media/upload', answer('upload_media', uploadMedia))
  app.post('/2/media/upload/initialize', answer('initialize_upload', initializeUpload))
  app.post('/2/media/upload/:id/append', answer('append_upload', appendUpload))
  app.post('/2/media/upload/:id/finalize', answer('finalize_upload', finalizeUpload))
  app.post('/2/media/metadata', answer('set_metadata', setMetadata))
  app.post('/2/tweets', answer('create_post', createPost))
  app.get('/2/tweets', answer('read_posts', readPosts))
  app.get('/2/tweets/analytics', answer('read_analytics', readAnalytics))
  app.get('/2/tweets/:id', answer('read_post', readPost))
  app.delete('/2/tweets/:id', answer('delete_post', deletePost))
}

function registerLogin(app: FastifyInstance, sandbox: Sandbox): void {
  const show = (reply: FastifyReply, text: string) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', consentPolicy).send(text)
  const ask = (request: FastifyRequest, reply: FastifyReply) => show(reply, showConsent(sandbox, request))
  app.post('/oauth/request_token', (request, reply) => send(reply, issueRequestToken(sandbox, request)))
  // X skips this page for a logged-in person who has already granted access; in the sandbox nobody stays logged in.
  app.get('/oauth/authenticate', ask)
  app.get('/oauth/authorize', ask)
  app.post('/oauth/authorize', (request, reply) => {
    const decided = decide(sandbox, request)
    return 'location' in decided ? reply.redirect(decided.location, 303) : show(reply, decided.page)
  })
  app.post('/oauth/access_token', (request, reply) => send(reply, issueAccessToken(sandbox, request)))
  app.post('/1.1/oauth/invalidate_token.json', (request, reply) =>
    send(reply, invalidateToken(sandbox, request)),
  )
}
