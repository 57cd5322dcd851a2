import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/publishing/pauses-contract.ts'
import { byAgencyCall } from '#server/platform/audit/audit.ts'
import type { AgencyCall } from '#server/platform/http/route.ts'
import { beginPause } from './pauses.ts'

/** Nothing of all clients of the agency goes out from the answer on (docs/product/publishing.md "Pause"). */
export const pauseAgency = (
  { body }: Input<typeof contract.pauseAgency>,
  call: AgencyCall,
): Promise<Answer<typeof contract.pauseAgency>> => {
  const { tx, services } = call
  return beginPause(
    tx,
    { agencyId: call.agency.agencyId, projectId: null },
    { ...body, subject: 'All clients', by: byAgencyCall(call), services },
  )
}
