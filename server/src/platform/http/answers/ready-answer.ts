import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Encoding, encode, encodingFor } from './encodings.ts'

/**
 * The bytes in memory of their own. What is compressed comes as a part of 16 kB, and small bytes as a part of a shared pool, of which the
 * whole would be kept for as long as the part.
 */
const alone = (bytes: Buffer): Buffer => {
  if (bytes.length === bytes.buffer.byteLength) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/**
 * More than the fastest level, as it is sent many times for each time it is compressed; the next one takes twice as long for a tenth, and
 * a calendar that people work on is compressed again after each change.
 */
const BROTLI_QUALITY = 3

/**
 * An answer that a handler gives as the bytes to send, usually the whole envelope as JSON. Compressed once for each encoding, however often it is
 * sent. Its tag is a digest of the content, so it says nothing that the content does not say.
 */
export class ReadyAnswer {
  readonly body: Buffer
  readonly etag: string
  readonly #encoded = new Map<Encoding, Promise<Buffer>>()

  readonly contentType: string

  /** @param text the envelope, `{"data":…}`, unless the content type says otherwise */
  constructor(text: string, contentType = 'application/json; charset=utf-8') {
    this.contentType = contentType
    this.body = alone(Buffer.from(text))
    this.etag = `W/"${createHash('sha1').update(this.body).digest('base64url')}"`
  }

  /** The body in this encoding; the same promise for everyone who asks. */
  encoded(encoding: Encoding): Promise<Buffer> {
    const known = this.#encoded.get(encoding)
    if (known) return known
    const made = encode(encoding, this.body, BROTLI_QUALITY).then(alone)
    this.#encoded.set(encoding, made)
    return made
  }
}

/** Whether the sender has this very content already. */
export const isKnown = (request: FastifyRequest, etag: string): boolean =>
  String(request.headers['if-none-match'] ?? '')
    .split(',')
    .some(tag => tag.trim().replace(/^W\//, '') === etag.slice(2))

/** Sends it, or 304 to someone who has it already (docs/product/api.md "Unchanged answers"). */
export const sendReady = async (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: ReadyAnswer,
): Promise<FastifyReply> => {
  reply.header('etag', answer.etag).header('vary', 'accept-encoding')
  if (isKnown(request, answer.etag)) return reply.code(304).send()
  reply.header('content-type', answer.contentType)
  const encoding = encodingFor(request, answer.body.length)
  if (!encoding) return reply.send(answer.body)
  return reply.header('content-encoding', encoding).send(await answer.encoded(encoding))
}
