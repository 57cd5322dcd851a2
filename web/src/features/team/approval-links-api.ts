import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createApprovalLink,
  listApprovalLinks,
  revokeApprovalLinks,
} from '#domain/approval-links/contract.ts'
import { call } from '#web/platform/client.ts'
import { queryKeys } from '#web/platform/query.ts'

const linksKey = (projectId: number) => [...queryKeys.project(projectId), 'approval-links'] as const

/** The approval links of a project that can be used, the newest first. */
export const useListApprovalLinks = (projectId: number) =>
  useQuery({
    queryKey: linksKey(projectId),
    queryFn: ({ signal }) => call(listApprovalLinks, { params: { projectId }, signal }),
  })

/** Makes a link, whose address is shown only in this answer. */
export const useCreateApprovalLink = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (userId: number) =>
      call(createApprovalLink, { params: { projectId }, body: { user_id: userId } }),
    onSettled: () => client.invalidateQueries({ queryKey: linksKey(projectId) }),
  })
}

/** Ends one link of a person, or all that they have in the project. */
export const useRevokeApprovalLinks = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (which: { readonly user_id: number; readonly link_id?: number }) =>
      call(revokeApprovalLinks, { params: { projectId }, body: which }),
    onSettled: () => client.invalidateQueries({ queryKey: linksKey(projectId) }),
  })
}
