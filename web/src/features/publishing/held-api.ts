import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  listHeldPublishing,
  releaseHeldAccount,
  releaseHeldPost,
  releaseHeldPublishing,
} from '#domain/publishing/holds-contract.ts'
import { call } from '#web/platform/client.ts'
import { queryKeys } from '#web/platform/query.ts'

const keyOf = (agencyId: number) => ['agencies', agencyId, 'held-publishing'] as const

/** Why publishing is held in the agency, and what waits. */
export const useListHeldPublishing = (agencyId: number) =>
  useQuery({
    queryKey: keyOf(agencyId),
    queryFn: ({ signal }) => call(listHeldPublishing, { params: { agencyId }, signal }),
  })

const useReload = (agencyId: number) => {
  const client = useQueryClient()
  return {
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: keyOf(agencyId) })
      await client.invalidateQueries({ queryKey: queryKeys.me() })
    },
  }
}

/** Lets one go. A failure is shown in a toast. */
export const useReleaseHeldPost = (agencyId: number) =>
  useMutation({
    mutationFn: (publicationId: number) =>
      call(releaseHeldPost, { params: { agencyId, publicationId }, body: {} }),
    ...useReload(agencyId),
  })

/** Ends the hold of one account. A failure is shown in a toast. */
export const useReleaseHeldAccount = (agencyId: number) =>
  useMutation({
    mutationFn: (accountId: number) =>
      call(releaseHeldAccount, { params: { agencyId, accountId }, body: {} }),
    ...useReload(agencyId),
  })

/** Lets all of the agency go, or of every agency. A failure is shown in a toast. */
export const useReleaseHeldPublishing = (agencyId: number) =>
  useMutation({
    mutationFn: (everywhere: boolean) =>
      call(releaseHeldPublishing, { params: { agencyId }, body: everywhere ? { everywhere } : {} }),
    ...useReload(agencyId),
  })
