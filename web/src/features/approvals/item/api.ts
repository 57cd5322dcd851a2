import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { approveRound } from '#domain/approvals/contract.ts'
import type { Post } from '#domain/posts/model.ts'
import { postQuery } from '#web/features/posts/api.ts'
import { type CallInput, call } from '#web/platform/client.ts'
import { keysTouchedBy } from '#web/platform/live-updates.ts'
import { queryKeys } from '#web/platform/query.ts'

/** A post to decide about. What a list knows of it is shown at once, while the newest is on its way. */
export const useItemPost = (projectId: number, postId: number, known: Post | undefined) =>
  useQuery({ ...postQuery(projectId, postId), ...(known ? { placeholderData: known } : {}) })

type ApprovedVersion = CallInput<typeof approveRound>['body']

export type Approving = {
  readonly postId: number
  /** What was looked at: version and round of each. */
  readonly versions: readonly ApprovedVersion[]
  /** Tells which one is under way, from 1. */
  readonly onStep: (step: number) => void
}

/**
 * Says yes to versions of a post, one after the other; stops at the first that is refused. Never shown before the server has answered.
 * The caller shows failures: a newer version is no error but something to look at.
 */
export const useApproveVersions = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: async ({ postId, versions, onStep }: Approving) => {
      for (const [index, body] of versions.entries()) {
        onStep(index + 1)
        const post = await call(approveRound, { body })
        client.setQueryData(queryKeys.post(projectId, postId), post)
        // A list that still offers the post would offer it again as the next one.
        client.setQueriesData<Post[]>(
          { queryKey: [...queryKeys.approvalLists(projectId), 'pending'], exact: true },
          list => list?.map(other => (other.id === postId ? post : other)),
        )
      }
    },
    onSettled: (_post, _error, { postId }) => {
      for (const queryKey of keysTouchedBy({ project_id: projectId, post_id: postId }))
        void client.invalidateQueries({ queryKey })
    },
  })
}
