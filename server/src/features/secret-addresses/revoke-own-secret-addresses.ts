import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/secret-addresses/contract.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { SignedInCall } from '#server/platform/http/route.ts'
import { deleteAddresses, subjectOf } from './addresses.ts'

export const revokeOwnSecretAddresses = async (
  { body }: Input<typeof contract.revokeOwnSecretAddresses>,
  { tx, person, address, now }: SignedInCall,
): Promise<Answer<typeof contract.revokeOwnSecretAddresses>> => {
  const { userId } = person
  const gone = await deleteAddresses(tx, { whose: { userId }, which: body.addresses, now })
  if (gone.length === 0) return body.addresses === 'all' ? { revoked: 0 } : fail('not_found')
  for (const [agencyId, rows] of Map.groupBy(gone, row => row.agency_id))
    await audit(
      tx,
      { agencyId, projectId: null, actorId: userId, address, now },
      { action: 'secret_address.revoked', subject: subjectOf(rows), old: { addresses: rows.length } },
    )
  return { revoked: gone.length }
}
