import type { ReadResult } from '#server/networks/network-reader.ts'
import type { Reply } from '#server/platform/http/outgoing-requests/client.ts'
import { limitWaitOf, twitterOutcome } from './api.ts'

/** Why a read failed, consistent with how publishing classifies the same answer. */
export const readFailure = (reply: Reply): ReadResult<never> & { kind: 'not_read' } => {
  const response = reply.text
  const because = (
    reason: (ReadResult<never> & { kind: 'not_read' })['reason'],
    retryAfterMs: number | null = null,
  ) => ({ kind: 'not_read', reason, retryAfterMs, response }) as const
  if (reply.kind !== 'answered' || reply.ok || reply.status >= 500) return because('down')
  if (reply.status === 429) return because('limited', limitWaitOf(reply))
  if (reply.status === 404) return because('not_found')
  const outcome = twitterOutcome(reply)
  if (outcome.kind === 'reconnect_needed')
    return because(outcome.reason === 'permission_missing' ? 'permission' : 'reconnect_needed')
  if (outcome.kind === 'not_sent') return because('limited', outcome.retryAfterMs)
  return because(reply.status === 403 ? 'permission' : 'down')
}
