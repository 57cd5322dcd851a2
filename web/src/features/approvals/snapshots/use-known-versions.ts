import { skipToken, useQuery } from '@tanstack/react-query'
import type { getChangesSinceDecision } from '#domain/approvals/snapshot-contract.ts'
import type { Output } from '#domain/kernel/endpoint.ts'
import type { PostSocial } from '#domain/posts/model.ts'
import { queryKeys } from '#web/platform/query.ts'

/** Below the history's key: every event about the post reloads it. */
export const sinceDecisionKey = (projectId: number, postId: number) => [
  ...queryKeys.approvalHistory(projectId, postId),
  ...['snapshots', 'since'],
]

/**
 * Those of these versions, as they are shown, that say what the person saw when they last decided about them: these need not be looked at
 * again. What was edited since has another version number. It reads nothing: what changed is loaded where it is shown, above the post.
 */
export const useKnownVersions = (
  projectId: number,
  postId: number,
  shown: readonly PostSocial[],
): readonly PostSocial[] => {
  const { data } = useQuery<Output<typeof getChangesSinceDecision>>({
    queryKey: sinceDecisionKey(projectId, postId),
    queryFn: skipToken,
  })
  return shown.filter(({ id, version }) =>
    data?.unchanged?.some(one => one.post_social_id === id && one.version === version),
  )
}
