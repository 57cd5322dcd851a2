import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { facebookEdges, readFacebookNode } from '../facebook/edges.ts'
import { receiveUpload } from '../facebook/resumable-uploads.ts'
import { searchInterests, searchPages } from '../facebook/search.ts'
import { receiveVideoBytes } from '../facebook/stories.ts'
import { updateVideo } from '../facebook/videos.ts'
import { instagramEdges, readInstagramNode } from '../instagram/edges.ts'
import type { UserCall } from '../meta/call.ts'
import { type GraphCall, gatherParameters, readCall, readToken } from '../meta/call.ts'
import { GraphError, graphErrorReply, unreachableObject } from '../meta/errors.ts'
import { pick, readFields } from '../meta/fields.ts'
import { countUsage } from '../meta/usage.ts'
import { send } from '../platform/publish.ts'
import type { HttpReply, Sandbox } from '../platform/sandbox.ts'
import { bearerToken } from '../platform/tokens.ts'
import { commentEdges, deleteNode } from './comments.ts'
import { debugToken, exchangeToken } from './exchange-token.ts'
import { registerDialog } from './login-dialog.ts'
import {
  listBusinesses,
  listBusinessPages,
  listPages,
  listPermissions,
  readMe,
  removePermissions,
} from './people.ts'

/** Reads or writes one edge (`/{node}/photos`). */
export type Edge = (call: GraphCall) => Promise<HttpReply> | HttpReply
export type Edges = Record<string, Edge>

/** The supported versions; calls to older ones are served by the oldest of these. */
const versions = ['v21.0', 'v22.0', 'v23.0', 'v24.0', 'v25.0', 'v26.0', 'v27.0']

const edges: Record<'facebook' | 'instagram', Edges> = {
  facebook: { ...facebookEdges, ...commentEdges },
  instagram: { ...instagramEdges, ...commentEdges },
}

/** Registers the Graph API, which Facebook and Instagram share: `/graph/{version}/{node}[/{edge}]`. */
export function registerGraph(app: FastifyInstance, sandbox: Sandbox): void {
  const usage = countUsage(sandbox)
  const answering =
    (work: (call: GraphCall) => Promise<HttpReply> | HttpReply) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      setHeaders(sandbox, request, reply)
      const call = await readCall(sandbox, request)
      reply.headers(usage(call.account))
      const answer = await work(call)
      return send(reply, answer)
    }
  app.setErrorHandler((error, request, reply) => {
    const fault = error instanceof GraphError ? error.fault : undefined
    if (!fault) request.log.error(error)
    const status = (error as { statusCode?: number }).statusCode
    const unread = status !== undefined && status < 500
    const other = unread
      ? { message: `(#100) ${(error as Error).message}`, code: 100 }
      : { message: 'An unknown error occurred', code: 1, status: 500 }
    return send(reply, graphErrorReply(fault ?? other, sandbox.ids.trace()))
  })
  const edgeCall = answering(call => {
    const { edge = '' } = call.request.params as { edge?: string }
    const network = call.account.network === 'instagram' ? 'instagram' : 'facebook'
    const handler = edges[network][`${call.request.method} ${edge}`]
    if (!handler) throw unreachableObject(call.node, call.request.method)
    return handler(call)
  })
  registerDialog(app, sandbox)
  registerVideoUpload(app, sandbox)
  registerLogin(app, sandbox)
  registerUserCalls(app, sandbox, usage)
  app.get('/:version/:node/:edge', edgeCall)
  app.post('/:version/:node/:edge', edgeCall)
  app.get('/:version/:node', answering(readNode))
  app.post(
    '/:version/:node',
    answering(call => (call.node.startsWith('upload:') ? receiveUpload(call) : updateVideo(call))),
  )
  app.delete('/:version/:node', answering(deleteNode))
}

/** The upload host for stories and reels (`rupload`), and a parser for the raw bodies that it and `/upload:…` receive. */
function registerVideoUpload(app: FastifyInstance, sandbox: Sandbox) {
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
  app.post('/video-upload/:version/:id', async (request, reply) =>
    send(reply, await receiveVideoBytes(sandbox, request)),
  )
}

/** The app's own calls, which need no user's token. */
function registerLogin(app: FastifyInstance, sandbox: Sandbox) {
  app.get('/:version/oauth/access_token', async (request, reply) => {
    setHeaders(sandbox, request, reply)
    const { params } = await gatherParameters(request)
    return send(reply, exchangeToken(sandbox, params))
  })
  app.get('/:version/debug_token', async (request, reply) => {
    setHeaders(sandbox, request, reply)
    const { params } = await gatherParameters(request)
    const asker = params.access_token ?? bearerToken(request.headers.authorization)
    return send(reply, debugToken(sandbox, params, asker))
  })
}

/** The calls about the token's owner, and the searches. */
function registerUserCalls(app: FastifyInstance, sandbox: Sandbox, usage: ReturnType<typeof countUsage>) {
  const own =
    (work: (call: UserCall) => HttpReply | undefined) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      setHeaders(sandbox, request, reply)
      const parameters = await gatherParameters(request)
      const token = readToken(sandbox, request, parameters)
      reply.headers(usage(sandbox.store.get('account', token.account)))
      const call = { sandbox, request, ...parameters, token }
      return send(reply, work(call) ?? readNode(await readCall(sandbox, request)))
    }
  app.get('/:version/search', own(searchInterests))
  app.get('/:version/pages/search', own(searchPages))
  app.get('/:version/me', own(readMe))
  app.get('/:version/me/accounts', own(listPages))
  app.get('/:version/me/businesses', own(listBusinesses))
  app.get('/:version/:node/owned_pages', own(listBusinessPages('owned')))
  app.get('/:version/:node/client_pages', own(listBusinessPages('client')))
  app.get('/:version/me/permissions', own(listPermissions))
  app.delete('/:version/me/permissions', own(removePermissions))
}

function readNode(call: GraphCall): HttpReply {
  const node = readFacebookNode(call) ?? readInstagramNode(call)
  if (!node) throw unreachableObject(call.node, 'get')
  return { status: 200, body: pick(node.value, readFields(call.params.fields ?? node.defaults, node.type)) }
}

function setHeaders(sandbox: Sandbox, request: FastifyRequest, reply: FastifyReply) {
  const { version = '' } = request.params as { version?: string }
  if (!/^v\d+\.\d+$/.test(version)) {
    throw new GraphError({ message: `Unknown path components: /${version}`, code: 2500 })
  }
  reply.headers({
    'facebook-api-version': versions.includes(version) ? version : (versions[0] ?? version),
    'x-fb-trace-id': sandbox.ids.trace(),
    'x-fb-rev': '1031582047',
    'cache-control': 'private, no-cache, no-store, must-revalidate',
  })
}
