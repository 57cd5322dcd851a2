import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/secret-addresses/contract.ts'
import { audit, byAgencyCall } from '#server/platform/audit/audit.ts'
import type { AgencyCall } from '#server/platform/http/route.ts'
import { deleteAddresses, subjectOf } from './addresses.ts'

export const revokeSecretAddresses = async (
  { body }: Input<typeof contract.revokeSecretAddresses>,
  call: AgencyCall,
): Promise<Answer<typeof contract.revokeSecretAddresses>> => {
  const { tx, agency, now } = call
  const whose = { agencyId: agency.agencyId }
  const gone = await deleteAddresses(tx, { whose, which: body.addresses, now })
  if (gone.length === 0) return body.addresses === 'all' ? { revoked: 0 } : fail('not_found')
  await audit(tx, byAgencyCall(call), {
    action: 'secret_address.revoked',
    subject: subjectOf(gone),
    old: { addresses: gone.length },
  })
  return { revoked: gone.length }
}
