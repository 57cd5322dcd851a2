import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Request } from '#domain/kernel/endpoint.ts'
import { createProof, getProofPdf, listProofs, revokeProof } from '#domain/proofs/contract.ts'
import { call, callFile } from '#web/platform/client.ts'
import { usualPaper } from '#web/platform/usual-paper.ts'

const keyOf = (projectId: number) => ['proofs', projectId] as const

export const useListProofs = (projectId: number) =>
  useQuery({
    queryKey: keyOf(projectId),
    queryFn: ({ signal }) => call(listProofs, { params: { projectId }, signal }),
  })

/** Makes a link, which is shown only in this answer. */
export const useCreateProof = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Request<typeof createProof>['body']) =>
      call(createProof, { params: { projectId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(projectId) }),
  })
}

export const useGetProofPdf = (projectId: number) =>
  useMutation({
    mutationFn: (proofId: number) =>
      callFile(getProofPdf, { params: { projectId, proofId }, query: { paper: usualPaper() } }),
  })

export const useRevokeProof = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (proofId: number) => call(revokeProof, { params: { projectId, proofId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(projectId) }),
  })
}
