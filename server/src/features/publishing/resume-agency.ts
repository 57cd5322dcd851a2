import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/publishing/pauses-contract.ts'
import { byAgencyCall } from '#server/platform/audit/audit.ts'
import type { AgencyCall } from '#server/platform/http/route.ts'
import { endPause } from './pauses.ts'

/** What comes due from now on goes out again; what came due in the pause is asked about. */
export const resumeAgency = (
  { body }: Input<typeof contract.resumeAgency>,
  call: AgencyCall,
): Promise<Answer<typeof contract.resumeAgency>> =>
  endPause(
    call.tx,
    { agencyId: call.agency.agencyId, projectId: null },
    { pauseId: body.pause_id, subject: 'All clients', by: byAgencyCall(call) },
  )
