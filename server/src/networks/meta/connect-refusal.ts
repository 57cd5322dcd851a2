import type { ConnectRefused } from '#server/networks/connector.ts'
import type { Reply } from '#server/platform/http/outgoing-requests/client.ts'
import { graphErrorOf, isAccess, isDown, isLimit } from './errors.ts'

/** Why Meta refuses to connect. Unreadable answers count as an outage, so that the person can try again. */
export const connectRefusal = (reply: Reply): ConnectRefused => {
  const refused = (reason: ConnectRefused['reason']): ConnectRefused => ({
    kind: 'refused',
    reason,
    response: reply.text,
  })
  const error = reply.kind === 'answered' ? graphErrorOf(reply) : null
  if (!error || isLimit(error.code) || isDown(error)) return refused('down')
  if (error.code === 190 || error.code === 102 || error.code === 100) return refused('invalid')
  return refused(isAccess(error.code) || error.code === 101 ? 'permission' : 'invalid')
}
