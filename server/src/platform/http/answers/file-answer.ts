import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isKnown } from './ready-answer.ts'

/**
 * What a file's answer consists of. A whole one that is shown gets a tag, and is not sent again to someone who has it; pieces are sent as they
 * are made. One to save is kept by nobody on the way: a browser's cache outlives signing out, and invoices and figures would lie in it.
 */
type AnsweredFile = {
  readonly name: string
  readonly contentType: string
  readonly content: string | Uint8Array | AsyncIterable<string>
  /** Whether a browser saves it rather than showing it. */
  readonly isDownload: boolean
}

/** An answer that a handler gives as a file instead of the envelope. Its contract names the content type as `file`. */
export class FileAnswer {
  readonly file: AnsweredFile
  constructor(file: AnsweredFile) {
    this.file = file
  }
}

/** Sends the file, or 304 to someone who has it already and is shown it again. */
export const sendFileAnswer = (
  request: FastifyRequest,
  reply: FastifyReply,
  { file }: FileAnswer,
): FastifyReply => {
  const disposition = file.isDownload ? 'attachment' : 'inline'
  reply
    .header('content-type', file.contentType)
    .header('content-disposition', `${disposition}; filename="${file.name}"`)
    .header('cache-control', file.isDownload ? 'no-store' : 'private, no-cache')
  const { content } = file
  if (typeof content !== 'string' && !(content instanceof Uint8Array))
    return reply.send(Readable.from(content))
  const bytes = typeof content === 'string' ? content : Buffer.from(content)
  if (file.isDownload) return reply.send(bytes)
  const etag = `W/"${createHash('sha1').update(content).digest('base64url')}"`
  reply.header('etag', etag)
  if (isKnown(request, etag)) return reply.code(304).send()
  return reply.send(bytes)
}
