import type * as contract from '#domain/agencies/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import type { AgencyCall } from '#server/platform/http/route.ts'
import { endAgencyMembership } from './agency-memberships.ts'

/** The last admin hands over first. */
export const leaveAgency = async (
  _input: Input<typeof contract.leaveAgency>,
  call: AgencyCall,
): Promise<Answer<typeof contract.leaveAgency>> => {
  const ended = await endAgencyMembership(call, call.person.userId)
  return isFailure(ended) && ended.code === 'not_found'
    ? fail('illegal_transition', { message: 'A super-admin is in no agency, so there is nothing to leave.' })
    : ended
}
