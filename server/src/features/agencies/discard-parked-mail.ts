import type * as contract from '#domain/agencies/parked-mails-contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { AgencyCall } from '#server/platform/http/route.ts'
import { discardFailedMail } from '#server/platform/mail/queue.ts'

export const discardParkedMail = async (
  { params: { mailId } }: Input<typeof contract.discardParkedMail>,
  { tx, agency }: AgencyCall,
): Promise<Answer<typeof contract.discardParkedMail>> => {
  return (await discardFailedMail(tx, agency.agencyId, mailId)) ? {} : fail('not_found')
}
