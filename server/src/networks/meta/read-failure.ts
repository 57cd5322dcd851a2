import { type Reply, retryAfterOf } from '#server/networks/http.ts'
import type { Answer } from '#server/networks/network-reader.ts'
import { graphErrorOf, judgeGraph } from './errors.ts'

export type Unread = Extract<Answer<never>, { kind: 'not_read' }>

/** "Too many hashtags": 30 different ones a week. */
const HASHTAGS_USED = 18
/** No such user, no such hashtag, no such thing. */
const isMissing = (code: number, subcode: number | undefined) =>
  code === 110 || code === 24 || (code === 100 && subcode === 33)

const unread = (reason: Unread['reason'], response: string, retryAfterMs: number | null = null): Unread => ({
  kind: 'not_read',
  reason,
  retryAfterMs,
  response,
})

/** Why a read came to nothing (networks.md 2.6 and 4.3). What Meta does not take as a question is `not_supported`. */
export const unreadBy = (reply: Reply): Unread => {
  if (reply.kind !== 'answered') return unread('down', reply.text)
  const { text } = reply
  const error = graphErrorOf(reply)
  if (!error) return unread(reply.status === 429 ? 'limited' : 'down', text, retryAfterOf(reply))
  if (error.code === HASHTAGS_USED) return unread('limited', text)
  if (isMissing(error.code, error.error_subcode)) return unread('not_found', text)
  const outcome = judgeGraph(reply)
  if (outcome.kind === 'not_sent') return unread('limited', text, outcome.retryAfterMs)
  if (outcome.kind === 'reconnect_needed')
    return unread([102, 190].includes(error.code) ? 'reconnect_needed' : 'permission', text)
  return unread(outcome.kind === 'unknown' ? 'down' : 'not_supported', text)
}
