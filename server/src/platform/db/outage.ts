import type { Log, LogLine } from '#server/platform/log.ts'

/** A connection that is refused or broken, a server that starts, stops or became a standby, a password that was changed. */
const connectionCodes = /^(08|25006|28|3D000|57P|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)/
/** The driver's own messages, without a code. */
const connectionTexts =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered)/

type Fault = { readonly code?: unknown; readonly message?: unknown }

/** Whether the error says that the connection to the database failed, not the query. */
export const isConnectionFault = ({ code, message }: Fault): boolean =>
  connectionCodes.test(String(code)) || connectionTexts.test(String(message))

/** The machine of the database cannot be found or reached. */
const hostCodes = /^(EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/

/** A fault so long after the last one belongs to another outage: nobody had to connect anew, so nobody said that the first one was over. */
const SAME_OUTAGE_MS = 60_000

/** Statements that were under way report the broken connection a little later than others get a new one. */
const SETTLED_MS = 2_000

/** `end`: the database has answered; what waits until nobody reports the outage any more. */
type Outage = { readonly since: number; lastAt: number; hidden: number; end: NodeJS.Timeout | null }
let outage: Outage | null = null

/** The error of a line that says that the database is away; storage in a cloud has the same codes, and always its `$metadata`. */
const outageError = (fields: unknown): Fault | null => {
  const error = (fields as { err?: Fault } | null)?.err
  if (!error || '$metadata' in error) return null
  return isConnectionFault(error) || hostCodes.test(String(error.code)) ? error : null
}

/**
 * What the log writes of a line while the database is away: each queue, listener and request meets the same fault, so the first one is
 * said without its stack, and the others are counted until it is over.
 * @returns null for a line that is left out
 */
export const sayOutageOnce = (line: LogLine): LogLine | null => {
  const error = outageError(line[0])
  if (!error) return line
  const now = performance.now()
  if (outage && now - outage.lastAt < SAME_OUTAGE_MS) {
    outage.lastAt = now
    outage.hidden += 1
    outage.end?.refresh()
    return null
  }
  clearTimeout(outage?.end ?? undefined)
  outage = { since: now, lastAt: now, hidden: 0, end: null }
  return [{ code: error.code, problem: String(error.message || error.code) }, 'the database does not answer']
}

/** Says how long the outage was, once it is over for everybody. Called for each new connection. */
export const endOutage = (log: Log): void => {
  const ended = outage
  if (!ended || ended.end) return
  const seconds = Math.round((performance.now() - ended.since) / 100) / 10
  ended.end = setTimeout(() => {
    log.warn({ seconds, faults_not_logged: ended.hidden }, 'the database answers again')
    outage = null
  }, SETTLED_MS).unref()
}
