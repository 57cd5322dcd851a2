import type { Reply } from '#server/networks/http.ts'
import type { Answer } from '#server/networks/network-reader.ts'
import { judgeLinkedin } from './api.ts'

export type NotRead = Extract<Answer<never>, { kind: 'not_read' }>

/** Why a read came to nothing, as publishing would judge the same answer. */
export const notRead = (reply: Reply): NotRead => {
  const because = (reason: NotRead['reason'], retryAfterMs: number | null = null): NotRead => ({
    kind: 'not_read',
    reason,
    retryAfterMs,
    response: reply.text,
  })
  if (reply.kind !== 'answered' || reply.ok || reply.status >= 500) return because('down')
  if (reply.status === 404) return because('not_found')
  const outcome = judgeLinkedin(reply)
  if (outcome.kind === 'reconnect_needed')
    return because(outcome.reason === 'permission_missing' ? 'permission' : 'reconnect_needed')
  if (outcome.kind === 'not_sent' && outcome.reason === 'limit_reached')
    return because('limited', outcome.retryAfterMs)
  return because('down')
}
