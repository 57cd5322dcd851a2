import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '#domain/kernel/failure.ts'
import { sendFailure } from './answer.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods of the routes that this path would match, if the application records them. */
    methodsAt?(path: string): string[]
  }
}

/** `/posts/:postId/medias=:ids` matches one segment, or the rest of one, for each name. */
const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`)

/** Records every route that is registered from now on. The router itself only finds a path together with its method. */
export const recordRoutes = (app: FastifyInstance): void => {
  const routes: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    // The files of the web app are under `/*`, which matches everything.
    if (!url.includes('*')) routes.push({ pattern: patternOf(url), methods: [method].flat() })
  })
  app.decorate('methodsAt', path => [
    ...new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods)),
  ])
}

/** 405 with `Allow` where the path exists with another method, else 404 (docs/product/api.md "Unknown calls"). */
export const sendUnknownCall = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const methods = request.server.methodsAt?.(request.url.replace(/\?.*$/, '')) ?? []
  return methods.length > 0
    ? sendFailure(reply.header('allow', methods.sort().join(', ')), fail('method_not_allowed'))
    : sendFailure(reply, fail('not_found', { message: 'Unknown endpoint.' }))
}
