import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import { sendFailure } from './answers/answer.ts'

/** Reading what is left of this takes less than opening another connection. */
const SMALL_REST_BYTES = 100_000
/** How long the sender of a refused body may take to read the answer before its connection ends. A form is still read in that time. */
const LINGER_MS = { unread: 5_000, form: 2_000 } as const

const isSmall = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= SMALL_REST_BYTES

/** Reads nothing more of a large body, so a client that floods Galley with them is read no faster than its connections end. */
const leaveUnread = ({ raw }: FastifyRequest, reply: FastifyReply): void => {
  // Otherwise Node reads the rest of the request after the answer, because nobody has begun to read it.
  raw.read(0)
  // Nobody may send another request behind what is left unread.
  reply.header('connection', 'close')
  const { socket } = raw
  // Closed at once, the connection would be reset, and the answer lost with it.
  socket.destroySoon = () => {
    socket.end()
    setTimeout(() => socket.destroy(), LINGER_MS.unread).unref()
  }
}

/** Reads on until the sender has had time for the answer: a browser shows none while it is still sending a file. */
const endSoon = ({ raw }: FastifyRequest, reply: FastifyReply): void => {
  reply.raw.once('finish', () => {
    raw.resume()
    setTimeout(() => raw.complete || raw.socket.destroy(), LINGER_MS.form).unref()
  })
}

/**
 * Answers a request whose body has not been read to its end, and ends the connection if what is left is large. What is left of a small
 * body is read, so that its connection can be used again.
 */
export const refuse = (request: FastifyRequest, reply: FastifyReply, failure: Failure): FastifyReply => {
  if (request.raw.complete === false) {
    if (isForm(request)) endSoon(request, reply)
    else if (!isSmall(request)) leaveUnread(request, reply)
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
    ? refuse(request, reply, fail('too_large', { message: 'The request is too big.' }))
    : undefined
}

/** A form has limits of its own, and is watched by `readUpload`. */
export const isForm = ({ headers }: FastifyRequest): boolean =>
  /^multipart\/form-data/i.test(headers['content-type'] ?? '')
