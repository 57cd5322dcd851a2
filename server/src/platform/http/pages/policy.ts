import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

/** Style sheets are files of Galley. Attributes may hold styles: they apply to their element alone, and libraries place things by them. */
export const styleDirectives = {
  'style-src': ["'self'"],
  'style-src-elem': ["'self'"],
  'style-src-attr': ["'unsafe-inline'"],
} as const

export const stylePolicy: readonly string[] = Object.entries(styleDirectives).map(
  ([name, sources]) => `${name} ${sources.join(' ')}`,
)

/** Lets the style sheets of one answer in, by a nonce or a hash (decision 132). */
export const allowStyles = (reply: FastifyReply, source: string): FastifyReply => {
  const policy = reply.getHeader('content-security-policy')
  const own = "style-src-elem 'self'"
  if (typeof policy !== 'string') return reply
  return reply.header('content-security-policy', policy.replace(own, `${own} '${source}'`))
}

/** The source of the one style sheet that a page of the server carries in itself. @throws Error if it has none */
export const styleHashOf = (html: string): string => {
  const sheet = /<style>([^<]*)<\/style>/.exec(html)?.[1]
  if (sheet === undefined) throw new Error('the page has no style sheet')
  return `sha256-${createHash('sha256').update(sheet).digest('base64')}`
}

type Allowed = {
  readonly scripts: readonly string[]
  readonly connections: readonly string[]
  readonly frames: readonly string[]
}

/** Where the script is the sandbox's, so are the pictures of posts. */
const isLocal = (scripts: readonly string[]): boolean =>
  scripts.some(origin => origin.startsWith('http://127.0.0.1:'))

/** The content security policy of a page on which somebody else's script runs too. */
export const policyWith = ({ scripts, connections, frames }: Allowed): string =>
  [
    "default-src 'self'",
    `script-src 'self' ${scripts.join(' ')}`,
    ...stylePolicy,
    `img-src 'self' data: blob: https:${isLocal(scripts) ? ' http://127.0.0.1:*' : ''}`,
    "font-src 'self' data:",
    `connect-src 'self' ${connections.join(' ')}`,
    `frame-src ${frames.join(' ')}`,
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
