import type { Span } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { beginRequest, endRequest, within } from '#server/platform/spans.ts'

const spans = new WeakMap<FastifyRequest, Span>()

/** Ends the spans of requests when their answers are out. Register before the routes. */
export const traceRequests = (app: FastifyInstance): void => {
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request)
    if (span) endRequest(span, reply.statusCode)
  })
}

/** Answers within a span of the trace that the browser has begun. */
export const answerTraced = <T>(request: FastifyRequest, answer: () => T): T => {
  const { method, id, headers } = request
  const route = request.routeOptions.url ?? 'none'
  const span = beginRequest(`${method} ${route}`, headers, {
    'http.request.method': method,
    'http.route': route,
    'galley.request': id,
  })
  spans.set(request, span)
  return within(span, answer)
}
