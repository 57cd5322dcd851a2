import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export type Encoding = 'br' | 'gzip'

/** In bytes. Shorter answers fit in a packet as they are. */
const SHORTEST = 1_000
/** In bytes. Up to here compressing takes less time than asking another thread for it. */
const LONGEST_AT_ONCE = 32_000

/**
 * The best encoding that the sender takes for a body of this many bytes, if any. Read without an expression that looks for spaces before a
 * semicolon: a stranger's header full of spaces would hold up everybody.
 */
export const encodingFor = (request: FastifyRequest, bytes: number): Encoding | null => {
  if (bytes < SHORTEST) return null
  const taken = String(request.headers['accept-encoding'] ?? '')
    .split(',')
    .map(part => part.split(';').map(piece => piece.trim()))
    .flatMap(([name, weight = 'q=1']) => (Number(weight.replace('q=', '')) > 0 ? [name] : []))
  return taken.includes('br') ? 'br' : taken.includes('gzip') ? 'gzip' : null
}

/** A window no larger than the text: brotli otherwise reserves four megabytes for each answer, however short. */
const windowFor = (bytes: number): number =>
  Math.min(
    Math.max(Math.ceil(Math.log2(bytes + 1)), constants.BROTLI_MIN_WINDOW_BITS),
    constants.BROTLI_DEFAULT_WINDOW,
  )

const brotliOf = (bytes: number, quality: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: windowFor(bytes),
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
  },
})
const gzipFastest = { level: 1 }

/** The body in this encoding. `quality`: brotli's, 0 to 11. */
export const encode = async (encoding: Encoding, body: Buffer, quality: number): Promise<Buffer> => {
  const isShort = body.length <= LONGEST_AT_ONCE
  if (encoding === 'gzip') return isShort ? gzipSync(body, gzipFastest) : promisify(gzip)(body, gzipFastest)
  const options = brotliOf(body.length, quality)
  return isShort ? brotliCompressSync(body, options) : promisify(brotliCompress)(body, options)
}

/** Sent once, so it gets the fastest level, which already makes a fifteenth of a list. */
const FASTEST = 1
/** Event streams and media are left alone, and the pages' files were compressed when they were built. */
const worthCompressing = /^(application\/json|text\/(calendar|csv|html|plain))/

/** Compresses the answers that are made for each call, for callers who accept it (docs/product/api.md "Compression"). */
export const compressAnswers = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
    if (reply.hasHeader('content-encoding')) return payload
    if (!worthCompressing.test(String(reply.getHeader('content-type')))) return payload
    reply.header('vary', 'accept-encoding')
    const encoding = encodingFor(request, payload.length)
    if (!encoding) return payload
    reply.header('content-encoding', encoding).removeHeader('content-length')
    return encode(encoding, Buffer.from(payload as string), FASTEST)
  })
}
