import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { facebookEdges, readFacebookNode } from '../facebook/edges.ts'
import { instagramEdges, readInstagramNode } from '../instagram/edges.ts'
import { send } from '../publish.ts'
import type { Answer, Sandbox } from '../sandbox.ts'
import { type GraphCall, readCall } from './call.ts'
import { commentEdges, deleteNode } from './comments.ts'
import { GraphError, graphErrorAnswer, unreachableObject } from './errors.ts'
import { parseFields, pick } from './fields.ts'
import { countUsage } from './usage.ts'

/** Reads or writes one edge (`/{node}/photos`). */
export type Edge = (call: GraphCall) => Promise<Answer> | Answer
export type Edges = Record<string, Edge>

/** The versions in use (networks change them twice or thrice a year); older ones are served by the oldest of these. */
const versions = ['v21.0', 'v22.0', 'v23.0', 'v24.0', 'v25.0', 'v26.0']

const edges: Edges = { ...facebookEdges, ...instagramEdges, ...commentEdges }

/** Facebook and Instagram share one API, one token and one id space: `/graph/{version}/{node}[/{edge}]`. */
export function registerGraph(app: FastifyInstance, sandbox: Sandbox): void {
  const usage = countUsage(sandbox)
  const answering =
    (work: (call: GraphCall) => Promise<Answer> | Answer) =>
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
    return send(reply, graphErrorAnswer(fault ?? other, sandbox.ids.trace()))
  })
  const edgeCall = answering(call => {
    const { edge = '' } = call.request.params as { edge?: string }
    const handler = edges[`${call.request.method} ${edge}`]
    if (!handler) throw unreachableObject(call.node, call.request.method)
    return handler(call)
  })
  app.get('/:version/:node/:edge', edgeCall)
  app.post('/:version/:node/:edge', edgeCall)
  app.get('/:version/:node', answering(readNode))
  app.delete('/:version/:node', answering(deleteNode))
}

function readNode(call: GraphCall): Answer {
  const node = readFacebookNode(call) ?? readInstagramNode(call)
  if (!node) throw unreachableObject(call.node, 'get')
  return { status: 200, body: pick(node.value, parseFields(call.params.fields ?? node.defaults)) }
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
