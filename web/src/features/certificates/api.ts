import { useMutation } from '@tanstack/react-query'
import { getApprovalCertificate } from '#domain/certificates/contract.ts'
import { callFile } from '#web/platform/client.ts'
import { usualPaper } from '#web/platform/usual-paper.ts'

/** What a certificate is about: chosen posts, or what is planned for these days. */
export type About = { readonly postIds: readonly number[] } | { readonly from: string; readonly to: string }

export const useGetApprovalCertificate = (projectId: number) =>
  useMutation({
    mutationFn: (about: About) =>
      callFile(getApprovalCertificate, {
        params: { projectId },
        query: { ...('postIds' in about ? { posts: about.postIds.join() } : about), paper: usualPaper() },
      }),
  })
