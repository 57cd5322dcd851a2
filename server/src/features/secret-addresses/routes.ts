import * as contract from '#domain/secret-addresses/contract.ts'
import { agencyRoute, inReadOnly, personRoute, type Route } from '#server/platform/http/route.ts'
import { listOwnSecretAddresses } from './list-own-secret-addresses.ts'
import { listSecretAddresses } from './list-secret-addresses.ts'
import { revokeOwnSecretAddresses } from './revoke-own-secret-addresses.ts'
import { revokeSecretAddresses } from './revoke-secret-addresses.ts'

export const secretAddressRoutes: readonly Route[] = [
  agencyRoute(contract.listSecretAddresses, listSecretAddresses),
  agencyRoute(contract.revokeSecretAddresses, revokeSecretAddresses, inReadOnly),
  personRoute(contract.listOwnSecretAddresses, listOwnSecretAddresses),
  personRoute(contract.revokeOwnSecretAddresses, revokeOwnSecretAddresses),
]
