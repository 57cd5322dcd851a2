import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { fail } from '#domain/kernel/failure.ts'
import { type Size, sizeKey, sizes } from '#server/platform/storage/storage.ts'
import { sendFailure } from './answer.ts'
import type { Services } from './route.ts'
import { sendUnknownCall } from './unknown-call.ts'

/** `bytes=0-99`, `bytes=100-`; anything else is the whole file. */
const parseRange = (header: string | undefined): { start: number; end: number } | undefined => {
  const match = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header ?? '')
  if (!match) return undefined
  const start = Number(match[1])
  const end = match[2] ? Number(match[2]) : Number.MAX_SAFE_INTEGER
  return end >= start ? { start, end } : undefined
}

/** `GET /media/{key}/{size}`: a stored file, for browsers and for the networks that fetch it. */
export const registerMediaFiles = (app: FastifyInstance, services: Services): void => {
  app.get<{ Params: { key: string; size: string } }>('/media/:key/:size', async (request, reply) => {
    const { key, size } = request.params
    const isName = /^[0-9a-f]{32}$/.test(key) && ([...sizes, 'publish'] as string[]).includes(size)
    const wanted = parseRange(request.headers.range)
    const found = isName ? await services.storage.open(sizeKey(key, size as Size), wanted) : null
    if (!found) return sendFailure(reply, fail('not_found'))
    reply
      .header('content-type', found.contentType)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('accept-ranges', 'bytes')
      // Opened by itself a stored file must not run anything.
      .header('content-security-policy', "default-src 'none'; sandbox")
    if (wanted && wanted.start < found.bytes) {
      const end = Math.min(wanted.end, found.bytes - 1)
      reply.code(206).header('content-range', `bytes ${wanted.start}-${end}/${found.bytes}`)
      reply.header('content-length', end - wanted.start + 1)
    } else reply.header('content-length', found.bytes)
    return reply.send(found.stream)
  })
}

/** Headers that single pages need instead of those that every answer has. */
export type PageHeaders = (path: string) => Readonly<Record<string, string>>

/** The built web app: hashed files for ever, everything else the one page. */
export const registerWeb = async (
  app: FastifyInstance,
  folder: string,
  headersOf: PageHeaders = () => ({}),
): Promise<void> => {
  if (existsSync(folder))
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      preCompressed: true,
      // A folder (`/` above all) is no file: it is left to the page below, where the plugin would answer 403.
      allowedPath: name => !name.endsWith('/'),
      setHeaders: (reply, file) => {
        const isHashed = file.includes(`${path.sep}assets${path.sep}`)
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  app.setNotFoundHandler(async (request, reply) => {
    if (/^\/(api|media|assets)(\/|$|\?)/.test(request.url)) return sendUnknownCall(request, reply)
    if (!['GET', 'HEAD'].includes(request.method))
      return sendFailure(reply.header('allow', 'GET, HEAD'), fail('method_not_allowed'))
    const page = path.join(folder, 'index.html')
    if (!existsSync(page))
      return reply.code(503).type('text/plain').send('The web app is not built yet: npm run build')
    return reply
      .type('text/html')
      .header('cache-control', 'no-cache')
      .headers(headersOf(request.url.replace(/\?.*$/, '')))
      .send(await readFile(page))
  })
}
