import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApprovalListName } from '#domain/approvals/list-place.ts'
import type { Refusal } from '#domain/approvals/model.ts'
import { actionTexts } from '#domain/kernel/action-texts.ts'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import { ApiError, expectApiError } from '#web/platform/api-error.ts'
import { queryKeys } from '#web/platform/query.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { toast } from '#web/ui/toast.tsx'
import {
  type RevisionRequest,
  refusalText,
  resultText,
  useApproveRounds,
  useRequestRevision,
  useUnapproveRound,
  useUndoApprovals,
} from '../api.ts'
import type { RevisionContent } from '../revision-form.tsx'
import {
  type ApprovalOutcome,
  approvalCall,
  approvalIdOf,
  approvedText,
  decidedIn,
  othersToDecide,
  undoableApprovals,
  type Viewer,
} from './decision-rules.ts'

type Context = {
  readonly post: Post
  /** The shown version, and what each version frozen like when it was first shown. */
  readonly social: PostSocial
  readonly frozenVersion: (social: PostSocial) => PostSocial
  readonly list: ApprovalListName
  readonly viewer: Viewer
  /** These versions are decided: move on to the next. */
  readonly onDecided: (decided: readonly PostSocial[]) => void
  /** The approval of these versions was undone: show them again. */
  readonly onUndone: (undone: readonly PostSocial[]) => void
}

/** What is to change in one of the versions that go back. */
export type RequestOfVersion = { readonly social: PostSocial; readonly revision: RevisionContent }

/** Approving, requesting a revision and unapproving, with their toasts. */
export const useDecision = (context: Context) => {
  const projectId = useProjectId()
  const { post, social, frozenVersion, list, viewer, onDecided, onUndone } = context
  const client = useQueryClient()
  const approving = useApproveRounds(projectId)
  const requesting = useRequestRevision(projectId)
  const unapproving = useUnapproveRound(projectId)
  const undoing = useUndoApprovals(projectId)
  const [approvingCount, setApprovingCount] = useState(0)

  /** Says that it worked and whom it still waits for, and offers to take it back. */
  const offerUndo = (outcome: ApprovalOutcome) => {
    const socials = outcome.approved
    const approvals = undoableApprovals(socials)
    const undo = async () => {
      try {
        const { results } = await undoing.mutateAsync({ postIds: [post.id], approvals })
        const refusal = results.find(result => result.refusal)?.refusal
        if (refusal) return toast.error(resultText(refusal))
      } catch (error) {
        expectApiError(error) // The mutation's toast has said why.
        return
      }
      toast.decided('Approval undone')
      onUndone(socials)
    }
    const waiting = othersToDecide(socials, viewer.personId)
    const text = `${approvedText([outcome])}${waiting.length > 0 ? `. Waiting for ${waiting.join(', ')}.` : ''}`
    toast.decided(text, () => void undo())
  }

  /** @returns whether all were approved */
  const approve = async (socials: readonly PostSocial[], comment = ''): Promise<boolean> => {
    setApprovingCount(socials.length)
    try {
      const { results } = await approving.mutateAsync({
        postIds: [post.id],
        rounds: socials.map(version =>
          approvalCall(post, version, viewer, { shown: frozenVersion, comment }),
        ),
      })
      const outcome = { post, ...decidedIn(results, socials) }
      if (outcome.approved.length > 0) offerUndo(outcome)
      if (outcome.refused[0]) await sayRefusal(outcome.refused[0])
      else onDecided(socials)
      return outcome.refused.length === 0
    } catch (error) {
      // What it reads does not decide what to say: without a connection the message would have to wait for every attempt.
      void readAgain()
      toast.error(refusalText(error))
      expectApiError(error)
      return false
    } finally {
      setApprovingCount(0)
    }
  }

  const readAgain = () => client.invalidateQueries({ queryKey: queryKeys.post(projectId, post.id) })

  const sayRefusal = async (refusal: Refusal) => {
    const reading = readAgain()
    if (refusal.code === 'stale_version') {
      await reading
      // Where a newer version has come to the screen, the screen says so itself.
      const latest = client.getQueryData<Post>(queryKeys.post(projectId, post.id))
      if (latest?.post_socials.some(one => frozenVersion(one).version !== one.version)) return
    }
    toast.error(resultText(refusal))
  }

  /** @throws ApiError when the round was closed while the person was writing */
  const requestOf = (revision: RevisionContent, about = social): RevisionRequest => {
    const approval_id = approvalIdOf(about, list, viewer)
    if (approval_id === null) {
      const closed = new ApiError({
        status: 409,
        message: actionTexts.already_decided,
        code: 'already_decided',
      })
      toast.error(closed.message)
      throw closed
    }
    return {
      ...revision,
      approval_id,
      post_social_id: about.id,
      post_id: post.id,
      isMasterContent: about.is_master_content,
      type: list,
    }
  }

  /** Sends these versions back. Rejects if the server refuses; the toast has said why, and what went back before is not offered again. */
  const requestRevision = async (requests: readonly RequestOfVersion[]) => {
    const mutation = list === 'pending' ? requesting : unapproving
    for (const { revision, social: about } of requests) await mutation.mutateAsync(requestOf(revision, about))
    // Fixed wording (docs/product/approvals.md "Texts").
    toast.decided('Revision requested')
    onDecided(requests.map(request => request.social))
  }

  const unapprove = async () => {
    try {
      await unapproving.mutateAsync(requestOf({ message: '', checkboxes: [], attachments: [], marks: [] }))
    } catch (error) {
      expectApiError(error) // The mutation's toast has said why.
      return
    }
    // Fixed wording (docs/product/approvals.md "Texts").
    toast.decided('Post unapproved')
    onDecided([social])
  }

  return {
    approve,
    requestRevision,
    unapprove,
    approving: approvingCount,
    isUnapproving: unapproving.isPending,
  }
}
