import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/team/contract.ts'
import { byScoped } from '#server/platform/audit/audit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { invite, toProjectDestination } from './invite.ts'

export const sendProjectInvitation = (
  { body }: Input<typeof contract.sendProjectInvitation>,
  call: ScopedCall,
) =>
  invite({ call, by: byScoped(call), to: toProjectDestination(call) }, body) satisfies Promise<
    Answer<typeof contract.sendProjectInvitation>
  >
