import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '#domain/kernel/failure.ts'
import type { Db, Reader } from '#server/platform/db/database.ts'
import { batched, oncePer } from '#server/platform/jobs/batches.ts'
import { sessionOfMediaCookie } from '#server/platform/session/media-cookie.ts'
import type { Person } from '#server/platform/session/scope.ts'
import { findPerson, findPersonOfSession } from '#server/platform/session/tokens.ts'
import { isSignedUrl, linkOf, type SignedQuery } from '#server/platform/storage/signed-url.ts'
import { type Size, sizeKey, sizes } from '#server/platform/storage/storage.ts'
import { sendFailure } from './answers/answer.ts'
import { type ByteRange, parseRange } from './answers/byte-range.ts'
import { bearerOf } from './bearer.ts'
import type { Services } from './route.ts'

/** Whether one feature lets the person read the file with this storage key. False: the file is another feature's, or they may not. */
export type FileRule = (db: Reader, storageKey: string, person: Person) => Promise<boolean>

/** Whether this read-only link still opens what its addresses show. */
export type LinkRule = (db: Db, link: number, now: Date) => Promise<boolean>

/**
 * For an hour the browser uses its copy without a request. Then it revalidates the copy, which is when access that has ended is noticed.
 * The cache varies by cookie, so that the next person who signs in with the same browser gets nothing of the last one's.
 */
const cacheHeaders = { 'cache-control': 'private, max-age=3600, immutable', vary: 'cookie, authorization' }

type File = { readonly key: string; readonly size: string }
type Requested = FastifyRequest<{ Params: File; Querystring: SignedQuery }>

/** Pictures of a page are asked for together, with one cookie: they share the statement, which begins after each of them was asked for. */
const sessionReader = oncePer((db: Db) =>
  batched(
    async (requests: readonly { readonly sessionId: number; readonly now: Date }[]) => {
      const people = new Map<number, Person | null>()
      for (const { sessionId, now } of requests)
        if (!people.has(sessionId)) people.set(sessionId, await findPersonOfSession(db, sessionId, now))
      return requests.map(({ sessionId }) => people.get(sessionId) ?? null)
    },
    { size: 50, atOnce: 2 },
  ),
)

/** Who asks: by the bearer token of a program, or by the media cookie of a browser. */
const findReader = async ({ db, config, clock }: Services, request: Requested): Promise<Person | null> => {
  const token = bearerOf(request)
  if (token !== null) {
    const person = await findPerson(db, token, clock.now())
    return person === 'blocked' ? null : person
  }
  const sessionId = sessionOfMediaCookie(config, request.headers.cookie ?? null)
  return sessionId === null ? null : sessionReader(db)({ sessionId, now: clock.now() })
}

const mayRead = async (
  services: Services,
  rules: readonly FileRule[],
  request: Requested,
): Promise<boolean> => {
  const person = await findReader(services, request)
  if (!person) return false
  for (const rule of rules) if (await rule(services.db, request.params.key, person)) return true
  return false
}

/** Whether the browser has this very file. */
const isHeld = ({ headers }: Requested, etag: string): boolean =>
  (headers['if-none-match'] ?? '')
    .split(',')
    .map(tag => tag.trim().replace(/^W\//, ''))
    .includes(etag)

/** A file that was made for a network's fetcher is no person's. */
const isNameOf = ({ key, size }: File, isSigned: boolean): boolean =>
  /^[0-9a-f]{32}$/.test(key) && ([...sizes, ...(isSigned ? ['publish'] : [])] as string[]).includes(size)

type Caching = Readonly<Record<string, string>>

const sendFile = async (
  { storage }: Services,
  request: Requested,
  reply: FastifyReply,
  caching: Caching,
): Promise<FastifyReply> => {
  const { key, size } = request.params
  const { range, 'if-range': ifRange } = request.headers
  const storageKey = sizeKey(key, size as Size)
  const ranged = ifRange === undefined || ifRange === caching.etag ? range : undefined
  const wanted = await parseRange(ranged, async () => {
    const whole = await storage.open(storageKey)
    whole?.stream.destroy()
    return whole?.bytes ?? 0
  })
  const found = await storage.open(storageKey, wanted)
  if (!found) return sendNotFound(reply)
  reply.headers(caching).header('accept-ranges', 'bytes').header('content-type', found.contentType)
  // Opened by itself a stored file must not run anything.
  reply.header('content-security-policy', "default-src 'none'; sandbox")
  const bytes = describePart(reply, found.bytes, wanted)
  reply.header('content-length', bytes)
  if (bytes > 0 && request.method !== 'HEAD') return reply.send(found.stream)
  found.stream.destroy()
  return reply.send()
}

const sendNotFound = (reply: FastifyReply): FastifyReply =>
  sendFailure(reply.header('cache-control', 'no-store'), fail('not_found'))

/** Sets the status and `Content-Range` of a part. @returns how many bytes are sent */
const describePart = (reply: FastifyReply, whole: number, wanted: ByteRange | undefined): number => {
  if (!wanted) return whole
  if (wanted.start >= whole) {
    reply.code(416).header('content-range', `bytes */${whole}`)
    return 0
  }
  const end = Math.min(wanted.end, whole - 1)
  reply.code(206).header('content-range', `bytes ${wanted.start}-${end}/${whole}`)
  return end - wanted.start + 1
}

/**
 * `GET /media/{key}/{size}`: a stored file, for people who may see it, and for networks with a signed address
 * (docs/decisions/0029-media-access.md). Everybody else gets 404, whether it exists or not.
 */
export const registerMediaFiles = (
  app: FastifyInstance,
  services: Services,
  rules: readonly FileRule[],
  isLinkOpen: LinkRule = async () => false,
): void => {
  const isHandedOut = async ({ params: { key, size }, query }: Requested): Promise<boolean> => {
    const now = services.clock.now()
    if (!isSignedUrl(services.config, `/media/${key}/${size}`, query, now)) return false
    const link = linkOf(query)
    return link === null || isLinkOpen(services.db, link, now)
  }
  // HEAD is listed with GET, as the HEAD that Fastify adds by itself would read the file to its end.
  app.route({
    method: ['GET', 'HEAD'],
    url: '/media/:key/:size',
    handler: async (request: Requested, reply) => {
      const { key, size } = request.params
      const isSigned = await isHandedOut(request)
      const isOpen =
        isNameOf(request.params, isSigned) && (isSigned || (await mayRead(services, rules, request)))
      if (!isOpen) return sendNotFound(reply)
      const etag = `"${key}-${size}"`
      const caching: Caching = isSigned ? { 'cache-control': 'no-store' } : { ...cacheHeaders, etag }
      return !isSigned && isHeld(request, etag)
        ? reply.code(304).headers(caching).send()
        : sendFile(services, request, reply, caching)
    },
  })
}
