import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { acceptInvitation, checkInvitation } from '#domain/accounts/contract.ts'
import { leaveAgency } from '#domain/agencies/contract.ts'
import {
  allowAgency,
  answerInvitation,
  leaveProject,
  listOwnInvitations,
  listUnwantedAgencies,
  refuseInvitation,
} from '#domain/team/contract.ts'
import { call } from '#web/platform/client.ts'
import { refreshMe } from '#web/platform/me.ts'
import { mutationKeys } from '#web/platform/query.ts'

const ownKey = ['own-invitations'] as const

/** The open invitations to the person's own address. */
export const useListOwnInvitations = () =>
  useQuery({ queryKey: ownKey, queryFn: ({ signal }) => call(listOwnInvitations, { signal }) })

export type Answer = 'accept' | 'refuse'

/** Everything that a person sees depends on where they are. */
const useReload = () => {
  const client = useQueryClient()
  return () => Promise.all([refreshMe(client), client.invalidateQueries({ queryKey: ownKey })])
}

export const useAnswerInvitation = () => {
  const reload = useReload()
  return useMutation({
    mutationFn: ({ id, answer }: { id: number; answer: Answer }) =>
      call(answerInvitation, { params: { invitationId: id }, body: { answer } }),
    onSettled: reload,
  })
}

/** The agencies that the person has said they do not know. */
export const useListUnwantedAgencies = () =>
  useQuery({
    queryKey: [...ownKey, 'unwanted'] as const,
    queryFn: ({ signal }) => call(listUnwantedAgencies, { signal }),
  })

export const useAllowAgency = () => {
  const reload = useReload()
  return useMutation({
    mutationFn: (agencyId: number) => call(allowAgency, { params: { agencyId } }),
    onSettled: reload,
  })
}

/** What became of the invitation whose link the person followed. */
export const useCheckInvitation = (token: string | null) =>
  useQuery({
    enabled: token !== null,
    queryKey: [...ownKey, token] as const,
    queryFn: ({ signal }) => call(checkInvitation, { body: { token: token ?? '' }, signal }),
  })

/** By the token of the link that the person followed. */
export const useAcceptInvitation = (token: string) => {
  const reload = useReload()
  return useMutation({
    mutationFn: () => call(acceptInvitation, { body: { token } }),
    onSettled: reload,
  })
}

export const useRefuseInvitation = (token: string) => {
  const reload = useReload()
  return useMutation({
    mutationFn: () => call(refuseInvitation, { body: { token } }),
    onSettled: reload,
  })
}

export const useLeaveProject = (projectId: number) =>
  useMutation({
    mutationKey: mutationKeys.quitProject(projectId),
    mutationFn: () => call(leaveProject, { params: { projectId } }),
    meta: { ownErrors: true },
  })

/** `projectId`: the project of the page, where it has one. */
export const useLeaveAgency = (projectId?: number) =>
  useMutation({
    ...(projectId !== undefined && { mutationKey: mutationKeys.quitProject(projectId) }),
    mutationFn: (agencyId: number) => call(leaveAgency, { params: { agencyId } }),
    meta: { ownErrors: true },
  })
