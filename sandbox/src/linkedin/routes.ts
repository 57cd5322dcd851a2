import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { send } from '../platform/publish.ts'
import { type HttpReply, permalink, type Sandbox } from '../platform/sandbox.ts'
import { introspectToken, issueAccessToken, revokeToken } from './access-tokens.ts'
import { decideAuthorization, showAuthorization } from './authorization.ts'
import { checkHeaders } from './call.ts'
import { createComment, listComments } from './comments.ts'
import { LinkedinError, linkedinErrorReply, serviceDown } from './errors.ts'
import { initializeImage, readImage, receiveImage } from './images.ts'
import { findAcls, findOrganizations, lookUpOrganizations, readOrganization } from './organizations.ts'
import { readMe, readUserInfo } from './people.ts'
import { createPost, deletePost, findPosts, readPost } from './posts.ts'
import { readSocialActions } from './social-actions.ts'
import {
  findFollowerStatistics,
  findPageStatistics,
  findShareStatistics,
  readNetworkSize,
} from './statistics.ts'
import { readMedia } from './uploads.ts'
import { initializeOrFinalizeVideo, receivePart, receiveThumbnail } from './videos.ts'

type Handler = (sandbox: Sandbox, request: FastifyRequest) => HttpReply | Promise<HttpReply>

/** LinkedIn's login, its versioned API under `/linkedin/rest`, its upload URLs, and the public URL of a post. */
export function registerLinkedin(app: FastifyInstance, sandbox: Sandbox): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'x-li-uuid': randomUUID(),
      'x-li-fabric': 'prod-sandbox',
      'x-li-request-id': randomUUID(),
    })
  })
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof LinkedinError) return send(reply, linkedinErrorReply(error.fault, error.headers))
    const { statusCode: status = 500, message } = error as { statusCode?: number; message: string }
    if (status < 500) return send(reply, linkedinErrorReply({ status, code: 'ILLEGAL_ARGUMENT', message }))
    request.log.error(error)
    return send(reply, linkedinErrorReply(serviceDown))
  })
  const answer: Answering = handler => async (request, reply) => send(reply, await handler(sandbox, request))

  app.get('/oauth/v2/authorization', (request, reply) => showAuthorization(sandbox, request, reply))
  app.post('/oauth/v2/authorization', (request, reply) => decideAuthorization(sandbox, request, reply))
  app.post('/oauth/v2/accessToken', answer(issueAccessToken))
  app.post('/oauth/v2/revoke', answer(revokeToken))
  app.post('/oauth/v2/introspectToken', answer(introspectToken))
  app.get('/v2/userinfo', answer(readUserInfo))
  app.get('/v2/me', answer(readMe))
  app.register(async rest => {
    rest.addHook('preHandler', async request => checkHeaders(request, sandbox.now()))
    registerRest(rest, answer)
  })
  app.register(async uploads => {
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    uploads.put('/dms-uploads/:urn/uploaded-image/0', answer(receiveImage))
    uploads.put('/dms-uploads/:urn/uploaded-video/:index', answer(receivePart))
    uploads.put('/dms-uploads/:urn/video-thumbnail', answer(receiveThumbnail))
  })
  app.get('/feed/update/:urn', (request, reply) => {
    const { urn } = request.params as { urn: string }
    const post = sandbox.store.get('post', urn)
    return post ? reply.redirect(permalink(sandbox, post)) : reply.callNotFound()
  })
}

type Answering = (handler: Handler) => (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

function registerRest(rest: FastifyInstance, answer: Answering) {
  rest.get('/rest/organizationAcls', answer(findAcls))
  rest.get('/rest/organizations', answer(findOrganizations))
  rest.get('/rest/organizations/:urn', answer(readOrganization))
  rest.get('/rest/organizationsLookup', answer(lookUpOrganizations))
  rest.post('/rest/images', answer(initializeImage))
  rest.get('/rest/images/:urn', answer(readImage))
  rest.post('/rest/videos', answer(initializeOrFinalizeVideo))
  rest.get('/rest/videos/:urn', answer(readMedia))
  rest.post('/rest/posts', answer(createPost))
  rest.get('/rest/posts', answer(findPosts))
  rest.get('/rest/posts/:urn', answer(readPost))
  rest.delete('/rest/posts/:urn', answer(deletePost))
  rest.get('/rest/socialActions/:urn', answer(readSocialActions))
  rest.post('/rest/socialActions/:urn/comments', answer(createComment))
  rest.get('/rest/socialActions/:urn/comments', answer(listComments))
  rest.get('/rest/organizationalEntityShareStatistics', answer(findShareStatistics))
  rest.get('/rest/organizationalEntityFollowerStatistics', answer(findFollowerStatistics))
  rest.get('/rest/organizationPageStatistics', answer(findPageStatistics))
  rest.get('/rest/networkSizes/:urn', answer(readNetworkSize))
}
