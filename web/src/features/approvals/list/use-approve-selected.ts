import { useState } from 'react'
import type { Post } from '#domain/posts/model.ts'
import { expectApiError } from '#web/platform/api-error.ts'
import { toast } from '#web/ui/toast.tsx'
import { refusalText, type UndoableApproval, useApproveRound, useUndoApproval } from '../api.ts'
import { approvalCall, mayApprove, undoableApprovals, type Viewer } from '../decision/decision-rules.ts'

type Approved = { readonly postId: number; readonly approvals: readonly UndoableApproval[] }

/** Approves posts one after the other, each as the list shows it. What is refused stays in the list, and the toast says why. */
export const useApproveSelected = (projectId: number, viewer: Viewer) => {
  const approving = useApproveRound(projectId)
  const undoing = useUndoApproval(projectId)
  const [step, setStep] = useState<number | null>(null)

  const undo = async (approved: readonly Approved[]) => {
    try {
      for (const one of approved.toReversed()) await undoing.mutateAsync(one)
    } catch (error) {
      expectApiError(error) // The mutation's toast has said why.
      return
    }
    toast.info(approved.length === 1 ? 'Approval undone' : 'Approvals undone')
  }

  /** @returns the ids of the posts that were not approved */
  const approve = async (posts: readonly Post[]): Promise<number[]> => {
    const approved: Approved[] = []
    const refused: { readonly id: number; readonly text: string }[] = []
    for (const [index, post] of posts.entries()) {
      setStep(index + 1)
      const socials = post.post_socials.filter(social => mayApprove(post, social))
      try {
        await approving.mutateAsync({
          postId: post.id,
          versions: socials.map(social => approvalCall(post, social, viewer)),
          onStep: () => undefined,
        })
        approved.push({ postId: post.id, approvals: undoableApprovals(socials) })
      } catch (error) {
        expectApiError(error)
        refused.push({ id: post.id, text: refusalText(error) })
      }
    }
    setStep(null)
    // Fixed wording (docs/product/approvals.md "Texts").
    const text = approved.length === 1 ? 'Post approved' : `${approved.length} posts approved`
    if (approved.length > 0) toast.undoable(text, () => void undo(approved))
    const [first] = refused
    if (first) toast.error(refused.length === 1 ? first.text : `${refused.length} posts: ${first.text}`)
    return refused.map(({ id }) => id)
  }
  return { approve, step }
}
