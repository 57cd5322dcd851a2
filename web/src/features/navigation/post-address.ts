import type { FoundPost } from '#domain/posts/model.ts'
import { approvalReading } from '#domain/posts/status.ts'
import { isApprover } from '#web/platform/redirects.ts'

type Shown = Pick<FoundPost, 'id' | 'project_id' | 'role'> & {
  readonly versions: readonly Pick<FoundPost['versions'][number], 'social_network' | 'status'>[]
}

/** Where this role works on the post: authors in the editor, approvers in its item of the pending or the approved list. */
export const addressOfFound = ({ id, project_id, role, versions }: Shown) => {
  const params = { projectId: project_id, social: versions[0]?.social_network ?? 'facebook' }
  const search = { postId: id }
  if (!isApprover({ role })) return { to: '/$projectId/manage-post/$social', params, search } as const
  const isDecided = versions.every(
    ({ status }) => status === 'approved' || approvalReading(status, role) === 'approved',
  )
  return isDecided
    ? ({ to: '/$projectId/unapprove/$social', params, search } as const)
    : ({ to: '/$projectId/approval/$social', params, search } as const)
}
