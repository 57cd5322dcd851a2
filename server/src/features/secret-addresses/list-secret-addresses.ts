import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/secret-addresses/contract.ts'
import type { AgencyPoolCall } from '#server/platform/http/route.ts'
import { listAddresses, toWire } from './addresses.ts'

export const listSecretAddresses = async (
  _input: Input<typeof contract.listSecretAddresses>,
  { db, agency, now }: AgencyPoolCall,
): Promise<Answer<typeof contract.listSecretAddresses>> =>
  (await listAddresses(db, { agencyId: agency.agencyId }, now)).map(toWire)
