import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  acceptOffer,
  declineOffer,
  getHandOver,
  listOfferedProjects,
  offerProject,
  withdrawOffer,
} from '#domain/agencies/hand-over-contract.ts'
import { call } from '#web/platform/client.ts'
import { refreshMe } from '#web/platform/me.ts'
import { queryKeys } from '#web/platform/query.ts'

const listKey = ['offered-projects']
const keyOf = (projectId: number) => [...queryKeys.project(projectId), 'hand-over']

/** To whom the client is offered, and what would go with it. */
export const useGetHandOver = (projectId: number) =>
  useQuery({
    queryKey: keyOf(projectId),
    queryFn: ({ signal }) => call(getHandOver, { params: { projectId }, signal }),
  })

export const useOfferProject = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (email: string) => call(offerProject, { params: { projectId }, body: { email } }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(projectId) }),
  })
}

export const useWithdrawOffer = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(withdrawOffer, { params: { projectId } }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(projectId) }),
  })
}

/** The clients that the person is offered, the latest first. */
export const useListOfferedProjects = () =>
  useQuery({ queryKey: listKey, queryFn: ({ signal }) => call(listOfferedProjects, { signal }) })

/** Takes a client over: it is in the person's projects before this is done. */
export const useAcceptOffer = (offerId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (agencyId: number) => {
      const accepted = await call(acceptOffer, { params: { agencyId, offerId } })
      await refreshMe(client).catch(() => undefined)
      return accepted
    },
    onSettled: () => client.invalidateQueries({ queryKey: listKey }),
  })
}

export const useDeclineOffer = (offerId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(declineOffer, { params: { offerId } }),
    onSettled: async () => {
      await refreshMe(client).catch(() => undefined)
      await client.invalidateQueries({ queryKey: listKey })
    },
  })
}
