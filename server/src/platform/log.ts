import os from 'node:os'
import { type DestinationStream, type Logger, type LoggerOptions, pino, stdSerializers } from 'pino'
import { logContext } from './log-context.ts'
import { traceOfLine } from './spans.ts'
import { version } from './version.ts'

/** The structured log: one JSON line per entry, without secrets. */
export type Log = Logger

type LoggedRequest = { readonly id?: unknown; readonly method?: string; readonly url?: string }

/**
 * An address as it may be logged. Tokens and codes come in queries and even in paths, so the query is left out, and so is any part of the
 * path that is too long to be an id or a name (docs/product/api.md "Secrets in addresses").
 */
export const shownAddress = (url: string): string => {
  const [path = '', query] = url.split('?')
  const shown = path.replace(/[^/]{20,}/g, '[redacted]')
  return query === undefined ? shown : `${shown}?[redacted]`
}

const serializeRequest = ({ id, method, url = '' }: LoggedRequest) => ({ id, method, url: shownAddress(url) })

/**
 * An error as it may be logged. PostgreSQL quotes the whole row that a constraint rejects, password hash included, and the pool attaches
 * the broken connection with pages of internals; both are left out.
 */
const serializeError = (error: unknown) => {
  if (!(error instanceof Error)) return error
  const { client: _, ...logged } = stdSerializers.err(error) as Readonly<Record<string, unknown>>
  return String(logged.detail).startsWith('Failing row') ? { ...logged, detail: '[redacted]' } : logged
}

const reviseWith = (revise: ReviseLine): NonNullable<LoggerOptions['hooks']>['logMethod'] =>
  function (given, write) {
    const line = revise(given)
    if (line) write.apply(this, line as typeof given)
  }

/** What a line is made of: usually its fields and its message. */
export type LogLine = readonly unknown[]
/** Looks at each line before it is written. @returns the line, another one instead, or null for none */
export type ReviseLine = (line: LogLine) => LogLine | null

/** Creates the log. Tokens, passwords, cookies and cards are redacted. `to`: defaults to standard output. */
export const makeLog = (level: string, to?: DestinationStream, revise?: ReviseLine): Log => {
  const options = {
    level,
    base: { pid: process.pid, hostname: os.hostname(), version },
    mixin: () => ({ ...logContext(), ...traceOfLine() }),
    serializers: { req: serializeRequest, err: serializeError },
    hooks: revise ? { logMethod: reviseWith(revise) } : {},
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
