import type * as contract from '#domain/agencies/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { AgencyCall } from '#server/platform/http/route.ts'
import { endAgencyMembership } from './agency-memberships.ts'

export const removeAgencyUser = (
  { params: { userId } }: Input<typeof contract.removeAgencyUser>,
  call: AgencyCall,
): Promise<Answer<typeof contract.removeAgencyUser>> => endAgencyMembership(call, userId)
