import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/publishing/pauses-contract.ts'
import { byScoped } from '#server/platform/audit/audit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { beginPause } from './pauses.ts'

/** Nothing of the client goes out from the answer on (docs/product/publishing.md "Pause"). */
export const pauseClient = (
  { body }: Input<typeof contract.pauseClient>,
  call: ScopedCall,
): Promise<Answer<typeof contract.pauseClient>> => {
  const { tx, services } = call
  return beginPause(tx, call.scope, {
    ...body,
    subject: call.scope.projectName,
    by: byScoped(call),
    services,
  })
}
