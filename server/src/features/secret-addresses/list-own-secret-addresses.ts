import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/secret-addresses/contract.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'
import { listAddresses, toWire } from './addresses.ts'

export const listOwnSecretAddresses = async (
  _input: Input<typeof contract.listOwnSecretAddresses>,
  { db, person, now }: SignedInPoolCall,
): Promise<Answer<typeof contract.listOwnSecretAddresses>> =>
  (await listAddresses(db, { userId: person.userId }, now)).map(toWire)
