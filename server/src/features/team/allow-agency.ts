import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/team/contract.ts'
import type { SignedInCall } from '#server/platform/http/route.ts'

/** Answers the same for an agency that there is not: it says nothing of which there are. */
export const allowAgency = async (
  { params: { agencyId } }: Input<typeof contract.allowAgency>,
  { tx, person }: SignedInCall,
): Promise<Answer<typeof contract.allowAgency>> => {
  await tx
    .deleteFrom('unwanted_agencies')
    .using('users')
    .whereRef('users.email', '=', 'unwanted_agencies.email')
    .where('users.id', '=', person.userId)
    .where('users.is_confirmed', '=', true)
    .where('unwanted_agencies.agency_id', '=', agencyId)
    .execute()
  return {}
}
