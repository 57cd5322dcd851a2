import { useProjectId } from '#web/platform/shown-project.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { sayWhenDone } from '#web/ui/toast.tsx'
import { type About, useGetApprovalCertificate } from './api.ts'

/** Saves a certificate of what was approved as a file. */
export const useSaveCertificate = (about: About) => {
  const making = useGetApprovalCertificate(useProjectId())
  return {
    isPending: making.isPending,
    save: () => sayWhenDone(making.mutateAsync(about), file => saveFile(`${nameOf(about)}.pdf`, file)),
  }
}

const nameOf = (about: About): string => {
  if ('from' in about) return `Approval certificate ${about.from} to ${about.to}`
  const [first] = about.postIds
  return `Approval certificate, ${about.postIds.length === 1 ? `post ${first}` : `${about.postIds.length} posts`}`
}
