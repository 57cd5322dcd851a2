import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'

/** The structured log. One JSON line an entry; secrets never pass it. */
export type Log = Logger

type LoggedRequest = { readonly id?: unknown; readonly method?: string; readonly url?: string }

/**
 * A request as it may be logged. Networks' tokens and codes come in queries and even in paths (document 1 section 7), so the query is
 * left out, and of the path whatever is too long to be an id or a name.
 */
const serializeRequest = ({ id, method, url = '' }: LoggedRequest) => {
  const [path = '', query] = url.split('?')
  const shown = path.replace(/[^/]{20,}/g, '[redacted]')
  return { id, method, url: query === undefined ? shown : `${shown}?[redacted]` }
}

/**
 * An error as it may be logged. PostgreSQL tells the whole of a row that a constraint refuses, with the hash of a password where it has
 * one; the pool adds the connection that broke, which is pages of its insides.
 */
const serializeError = (error: unknown) => {
  if (!(error instanceof Error)) return error
  const { client: _, ...told } = stdSerializers.err(error) as Readonly<Record<string, unknown>>
  return String(told.detail).startsWith('Failing row') ? { ...told, detail: '[redacted]' } : told
}

/** Makes the log. Tokens, passwords, cookies and cards are struck out wherever a request is logged. `to`: standard output, or a test's own. */
export const makeLog = (level: string, to?: DestinationStream): Log => {
  const options = {
    level,
    serializers: { req: serializeRequest, err: serializeError },
    redact: {
      paths: [
        ...['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token', '*.access_token'],
        ...['*.cardNumber', '*.cvc', '*.body.cardNumber', '*.body.cvc'],
      ],
      censor: '[redacted]',
    },
  }
  return to ? pino(options, to) : pino(options)
}
