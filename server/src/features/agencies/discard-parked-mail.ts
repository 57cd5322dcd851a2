import type * as contract from '#domain/agencies/parked-mails-contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { AgencyCall } from '#server/platform/http/route.ts'

export const discardParkedMail = async (
  { params: { mailId } }: Input<typeof contract.discardParkedMail>,
  { tx, agency }: AgencyCall,
): Promise<Answer<typeof contract.discardParkedMail>> => {
  const mail = await tx
    .deleteFrom('outgoing_mails')
    .where('id', '=', mailId)
    .where('agency_id', '=', agency.agencyId)
    .where('status', '=', 'failed')
    .returning('id')
    .executeTakeFirst()
  return mail ? {} : fail('not_found')
}
