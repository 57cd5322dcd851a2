import type { GraphCall } from '../meta/call.ts'
import { GraphError, unreachableObject } from '../meta/errors.ts'

/** Refuses unless the token belongs to the very account that is posted to. */
export function ownAccount(call: GraphCall): void {
  if (call.node !== call.account.id) throw unreachableObject(call.node, call.request.method)
  if (call.account.network === 'instagram') return
  throw new GraphError({
    message: '(#10) Application does not have permission for this action',
    code: 10,
    status: 403,
  })
}
