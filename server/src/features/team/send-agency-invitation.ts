import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/team/contract.ts'
import { byAgencyCall } from '#server/platform/audit/audit.ts'
import type { AgencyCall } from '#server/platform/http/route.ts'
import { invite } from './invite.ts'
import { isNoLongerAdmin } from './memberships.ts'

/** The agency is locked and its admins are read again, so that an admin who is being removed cannot make another one to get back in. */
export const sendAgencyInvitation = async (
  { body }: Input<typeof contract.sendAgencyInvitation>,
  call: AgencyCall,
): Promise<Answer<typeof contract.sendAgencyInvitation>> => {
  const { tx, agency } = call
  const { agencyId, agencyName } = agency
  await tx.selectFrom('agencies').select('id').where('id', '=', agencyId).forShare().execute()
  if (await isNoLongerAdmin(call)) return fail('forbidden')
  const to = { agencyId, projectId: null, name: agencyName }
  return invite({ call, by: byAgencyCall(call), to }, body)
}
