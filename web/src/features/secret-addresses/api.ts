import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  listOwnSecretAddresses,
  listSecretAddresses,
  revokeOwnSecretAddresses,
  revokeSecretAddresses,
} from '#domain/secret-addresses/contract.ts'
import type { SecretAddress } from '#domain/secret-addresses/model.ts'
import { call } from '#web/platform/client.ts'

/** One, or all of a list. */
export type Revoked = Pick<SecretAddress, 'kind' | 'id'> | 'all'

const keys = ['secret-addresses'] as const
const bodyOf = (which: Revoked) => ({
  addresses: which === 'all' ? which : [{ kind: which.kind, id: which.id }],
})

/** Those of an agency's projects. */
export const useListSecretAddresses = (agencyId: number) =>
  useQuery({
    queryKey: [...keys, agencyId],
    queryFn: ({ signal }) => call(listSecretAddresses, { params: { agencyId }, signal }),
  })

/** Those that the person has made. */
export const useListOwnSecretAddresses = () =>
  useQuery({
    queryKey: [...keys, 'own'],
    queryFn: ({ signal }) => call(listOwnSecretAddresses, { signal }),
  })

const useReload = () => {
  const client = useQueryClient()
  return { onSettled: () => client.invalidateQueries({ queryKey: keys }) }
}

/** A failure is shown in a toast. */
export const useRevokeSecretAddresses = (agencyId: number) =>
  useMutation({
    mutationFn: (which: Revoked) =>
      call(revokeSecretAddresses, { params: { agencyId }, body: bodyOf(which) }),
    ...useReload(),
  })

/** A failure is shown in a toast. */
export const useRevokeOwnSecretAddresses = () =>
  useMutation({
    mutationFn: (which: Revoked) => call(revokeOwnSecretAddresses, { body: bodyOf(which) }),
    ...useReload(),
  })
