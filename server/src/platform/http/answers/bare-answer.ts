import type { Socket } from 'node:net'
import { type Failure, fail, failures } from '#domain/kernel/failure.ts'

/** What no page of Galley asks a browser for. */
export const permissionsPolicy = 'camera=(), display-capture=(), geolocation=(), microphone=(), usb=()'

/** The headers of an answer that is sent before any hook runs, because the request itself could not be read. */
export const bareHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'permissions-policy': permissionsPolicy,
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'SAMEORIGIN',
  'cache-control': 'no-store',
}

export const tooSlowText = 'The request was too slow.'
export const tooManyHeadersText = 'The request has too many headers.'

/** How long the sender may take to read the answer. Closed at once, the connection would be reset, and the answer lost with it. */
const LINGER_MS = 5_000

const failureOf = (code: string | undefined): Failure => {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return fail('upload_too_slow', { message: tooSlowText })
  return code === 'HPE_HEADER_OVERFLOW'
    ? fail('too_large', { message: tooManyHeadersText })
    : fail('malformed_request')
}

/** Answers what Node cannot read as HTTP, which reaches no route and no hook, in the words of every other failure, and ends its connection. */
export const answerUnreadable = (error: NodeJS.ErrnoException, socket: Socket): void => {
  // Answered already: what else arrives is read away until the connection ends.
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  const { code, message } = failureOf(error.code)
  const body = JSON.stringify({ message, code })
  const { status } = failures[code]
  const headers = {
    ...bareHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  // The reason after the status may be empty.
  socket.end([`HTTP/1.1 ${status} `, ...lines, '', body].join('\r\n'))
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}
