import type { ReadResult } from '#server/networks/network-reader.ts'
import { type Reply, retryAfterOf } from '#server/platform/http/outgoing-requests/client.ts'
import { graphErrorOf, graphOutcome } from './errors.ts'

export type ReadFailure = Extract<ReadResult<never>, { kind: 'not_read' }>

/** "Too many hashtags": 30 different ones a week. */
const HASHTAGS_USED = 18
/** The user, hashtag or object does not exist. */
const isMissing = (code: number, subcode: number | undefined) =>
  code === 110 || code === 24 || (code === 100 && subcode === 33)

const failure = (
  reason: ReadFailure['reason'],
  response: string,
  retryAfterMs: number | null = null,
): ReadFailure => ({
  kind: 'not_read',
  reason,
  retryAfterMs,
  response,
})

/** Why a read failed (docs/product/facebook.md "Errors"). A request that Meta rejects as such is `not_supported`. */
export const readFailure = (reply: Reply): ReadFailure => {
  if (reply.kind !== 'answered') return failure('down', reply.text)
  const { text } = reply
  const error = graphErrorOf(reply)
  if (!error) return failure(reply.status === 429 ? 'limited' : 'down', text, retryAfterOf(reply))
  if (error.code === HASHTAGS_USED) return failure('limited', text)
  if (isMissing(error.code, error.error_subcode)) return failure('not_found', text)
  const outcome = graphOutcome(reply)
  if (outcome.kind === 'not_sent') return failure('limited', text, outcome.retryAfterMs)
  if (outcome.kind === 'reconnect_needed')
    return failure([102, 190].includes(error.code) ? 'reconnect_needed' : 'permission', text)
  return failure(outcome.kind === 'unknown' ? 'down' : 'not_supported', text)
}
