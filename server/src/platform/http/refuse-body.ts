import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import { sendFailure } from './answers/answer.ts'

/** Reading what is left of this takes less than opening another connection. */
const SMALL_REST_BYTES = 100_000
/** How long the sender of a refused body may take to read the answer before its connection ends. */
const LINGER_MS = 5_000

const isSmall = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= SMALL_REST_BYTES

/**
 * Answers, and reads nothing more of a large body: whoever floods Galley with them is read no faster than their connections end. What
 * is left of a small one is read, so that its connection can be used again.
 */
export const refuseBody = (request: FastifyRequest, reply: FastifyReply, failure: Failure): FastifyReply => {
  const { raw } = request
  if (raw.complete === false && !isSmall(request)) {
    // Of a request that nobody has begun to read, Node reads the rest after the answer.
    raw.read(0)
    // Nobody may send another request behind what is left unread.
    reply.header('connection', 'close')
    const { socket } = raw
    // Closed at once, the connection would be reset, and the answer lost with it.
    socket.destroySoon = () => {
      socket.end()
      setTimeout(() => socket.destroy(), LINGER_MS).unref()
    }
  }
  return sendFailure(reply, failure)
}

/** Refuses a body whose length says that it is too large, before any of it is read. */
export const refuseLength = async (
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> => {
  const most = request.routeOptions.bodyLimit ?? Number.POSITIVE_INFINITY
  const isTooLarge = Number(request.headers['content-length'] ?? 0) > most
  return isTooLarge && !isForm(request)
    ? refuseBody(request, reply, fail('too_large', { message: 'The request is too big.' }))
    : undefined
}

/** A form has limits of its own, and is watched by `readUpload`. */
export const isForm = ({ headers }: FastifyRequest): boolean =>
  /^multipart\/form-data/i.test(headers['content-type'] ?? '')
