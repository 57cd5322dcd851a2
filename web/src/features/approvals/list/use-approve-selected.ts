import type { Post } from '#domain/posts/model.ts'
import { expectApiError } from '#web/platform/api-error.ts'
import { toast } from '#web/ui/toast.tsx'
import { refusalText, resultText, useApproveRounds, useUndoApprovals } from '../api.ts'
import {
  type ApprovalOutcome,
  approvalCall,
  approvedText,
  decidedIn,
  mayApprove,
  undoableApprovals,
  type Viewer,
} from '../decision/decision-rules.ts'

/** Approves posts as the list shows them. What is refused stays in the list, and the toast says why. */
export const useApproveSelected = (projectId: number, viewer: Viewer) => {
  const approving = useApproveRounds(projectId)
  const undoing = useUndoApprovals(projectId)

  const undo = async (outcomes: readonly ApprovalOutcome[]) => {
    try {
      const { results } = await undoing.mutateAsync({
        postIds: outcomes.map(({ post }) => post.id),
        approvals: undoableApprovals(outcomes.flatMap(({ approved }) => approved)),
      })
      const refusal = results.find(result => result.refusal)?.refusal
      if (refusal) toast.error(resultText(refusal))
      else toast.decided(outcomes.length === 1 ? 'Approval undone' : 'Approvals undone')
    } catch (error) {
      expectApiError(error) // The mutation's toast has said why.
    }
  }

  /** @returns the ids of the posts that were not approved */
  const approve = async (posts: readonly Post[], comment = ''): Promise<number[]> => {
    const requested = posts.map(post => ({
      post,
      socials: post.post_socials.filter(social => mayApprove(post, social)),
    }))
    try {
      const { results } = await approving.mutateAsync({
        postIds: posts.map(({ id }) => id),
        rounds: requested.flatMap(({ post, socials }) =>
          socials.map(social => approvalCall(post, social, viewer, { comment })),
        ),
      })
      const outcomes = requested.map(({ post, socials }) => ({ post, ...decidedIn(results, socials) }))
      const approved = outcomes.filter(outcome => outcome.approved.length > 0)
      if (approved.length > 0) toast.decided(approvedText(outcomes), () => void undo(approved))
      const refused = outcomes.filter(outcome => outcome.refused.length > 0)
      const reason = refused[0]?.refused[0]
      if (reason) {
        const why = resultText(reason)
        toast.error(refused.length === 1 ? why : `${refused.length} posts: ${why}`)
      }
      return refused.map(({ post }) => post.id)
    } catch (error) {
      expectApiError(error)
      toast.error(refusalText(error))
      return posts.map(({ id }) => id)
    }
  }
  return { approve, isApproving: approving.isPending }
}
