import type { ReadResult } from '#server/networks/network-reader.ts'
import type { Reply } from '#server/platform/http/outgoing-requests/client.ts'
import { linkedinOutcome } from './api.ts'

export type ReadFailure = Extract<ReadResult<never>, { kind: 'not_read' }>

/** Why a read failed, consistent with how publishing classifies the same answer. */
export const readFailure = (reply: Reply): ReadFailure => {
  const because = (reason: ReadFailure['reason'], retryAfterMs: number | null = null): ReadFailure => ({
    kind: 'not_read',
    reason,
    retryAfterMs,
    response: reply.text,
  })
  if (reply.kind !== 'answered' || reply.ok || reply.status >= 500) return because('down')
  if (reply.status === 404) return because('not_found')
  const outcome = linkedinOutcome(reply)
  if (outcome.kind === 'reconnect_needed')
    return because(outcome.reason === 'permission_missing' ? 'permission' : 'reconnect_needed')
  if (outcome.kind === 'not_sent' && outcome.reason === 'limit_reached')
    return because('limited', outcome.retryAfterMs)
  return because('down')
}
