import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/publishing/pauses-contract.ts'
import { byScoped } from '#server/platform/audit/audit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { endPause } from './pauses.ts'

/** What comes due from now on goes out again; what came due in the pause is asked about. */
export const resumeClient = (
  { body }: Input<typeof contract.resumeClient>,
  call: ScopedCall,
): Promise<Answer<typeof contract.resumeClient>> =>
  endPause(call.tx, call.scope, {
    pauseId: body.pause_id,
    subject: call.scope.projectName,
    by: byScoped(call),
  })
