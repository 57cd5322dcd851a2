import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { send } from '../publish.ts'
import { type Answer, permalink, type Sandbox } from '../sandbox.ts'
import { checkHeaders } from './call.ts'
import { createComment, listComments } from './comments.ts'
import { LinkedinError, linkedinErrorAnswer, serviceDown } from './errors.ts'
import { initializeUpload, readImage, receiveUpload } from './images.ts'
import { createPost, deletePost, findPosts, readPost } from './posts.ts'

type Handler = (sandbox: Sandbox, request: FastifyRequest) => Answer | Promise<Answer>

/** LinkedIn's versioned API under `/linkedin/rest`, its upload targets, and the public address of a post. */
export function registerLinkedin(app: FastifyInstance, sandbox: Sandbox): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'x-li-uuid': randomUUID(),
      'x-li-fabric': 'prod-sandbox',
      'x-li-request-id': randomUUID(),
    })
  })
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof LinkedinError) return send(reply, linkedinErrorAnswer(error.fault))
    const { statusCode: status = 500, message } = error as { statusCode?: number; message: string }
    if (status < 500) return send(reply, linkedinErrorAnswer({ status, code: 'ILLEGAL_ARGUMENT', message }))
    request.log.error(error)
    return send(reply, linkedinErrorAnswer(serviceDown))
  })
  const answer = (handler: Handler) => async (request: FastifyRequest, reply: FastifyReply) =>
    send(reply, await handler(sandbox, request))

  app.register(async rest => {
    rest.addHook('preHandler', async request => checkHeaders(request, sandbox.now()))
    rest.post('/rest/images', answer(initializeUpload))
    rest.get('/rest/images/:urn', answer(readImage))
    rest.post('/rest/posts', answer(createPost))
    rest.get('/rest/posts', answer(findPosts))
    rest.get('/rest/posts/:urn', answer(readPost))
    rest.delete('/rest/posts/:urn', answer(deletePost))
    rest.post('/rest/socialActions/:urn/comments', answer(createComment))
    rest.get('/rest/socialActions/:urn/comments', answer(listComments))
  })
  app.register(async uploads => {
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    uploads.put('/dms-uploads/:urn/uploaded-image/0', answer(receiveUpload))
  })
  app.get('/feed/update/:urn', (request, reply) => {
    const { urn } = request.params as { urn: string }
    const post = sandbox.store.get('post', urn)
    return post ? reply.redirect(permalink(sandbox, post)) : reply.callNotFound()
  })
}
