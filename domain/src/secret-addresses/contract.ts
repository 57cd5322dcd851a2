import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { secretAddressKinds } from '#domain/kernel/secret-addresses.ts'
import { id, pathId } from '#domain/kernel/shapes.ts'
import { secretAddress } from './model.ts'

const params = z.strictObject({ agencyId: pathId })
const scope = { agency: 'params.agencyId' } as const
/** More than a screen shows. */
const ADDRESSES_MAX = 500
const which = z.strictObject({
  addresses: z.union([
    z.literal('all'),
    z
      .array(z.strictObject({ kind: z.enum(secretAddressKinds), id }))
      .min(1)
      .max(ADDRESSES_MAX),
  ]),
})
const revoked = z.strictObject({ revoked: z.number() })

/** Those that open something at present, the newest first. */
export const listSecretAddresses = endpoint({
  method: 'GET',
  path: '/agencies/{agencyId}/secret-addresses',
  summary: 'List the secret addresses of an agency',
  permission: 'agency.manage',
  cost: 'search',
  scope,
  params,
  output: z.array(secretAddress),
})

export const revokeSecretAddresses = endpoint({
  method: 'DELETE',
  path: '/agencies/{agencyId}/secret-addresses',
  summary: 'Revoke secret addresses of an agency, some or all',
  permission: 'agency.manage',
  scope,
  params,
  body: which,
  output: revoked,
})

/** Those that the caller has made, in all agencies. */
export const listOwnSecretAddresses = endpoint({
  method: 'GET',
  path: '/secret-addresses',
  summary: 'List the secret addresses that you have made',
  permission: 'signed-in',
  cost: 'search',
  output: z.array(secretAddress),
})

export const revokeOwnSecretAddresses = endpoint({
  method: 'DELETE',
  path: '/secret-addresses',
  summary: 'Revoke secret addresses that you have made, some or all',
  permission: 'signed-in',
  body: which,
  output: revoked,
})
