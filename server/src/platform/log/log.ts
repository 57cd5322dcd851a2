import { type Logger, pino } from 'pino'

/** The structured log. One JSON line an entry; secrets never pass it. */
export type Log = Logger

/** Makes the log. Tokens, passwords and cookies are struck out wherever a request is logged. */
export const makeLog = (level: string): Log =>
  pino({
    level,
    redact: {
      paths: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token', '*.access_token'],
      censor: '[redacted]',
    },
  })
