import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApprovalListName } from '#domain/approvals/list-place.ts'
import { actionTexts } from '#domain/kernel/action-texts.ts'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import { ApiError, expectApiError } from '#web/platform/api-error.ts'
import { queryKeys } from '#web/platform/query.ts'
import { toast } from '#web/ui/toast.tsx'
import {
  type RevisionRequest,
  refusalText,
  useApproveRound,
  useRequestRevision,
  useUnapproveRound,
  useUndoApproval,
} from '../api.ts'
import type { RevisionContent } from '../revision-form.tsx'
import {
  approvalCall,
  approvalIdOf,
  othersToDecide,
  undoableApprovals,
  type Viewer,
} from './decision-rules.ts'

type Context = {
  readonly projectId: number
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

/** How far an approval has got: which version of how many. */
export type Progress = { readonly step: number; readonly of: number }

/** Approving, requesting a revision and unapproving, with their toasts. */
export const useDecision = (context: Context) => {
  const { projectId, post, social, frozenVersion, list, viewer, onDecided, onUndone } = context
  const client = useQueryClient()
  const approving = useApproveRound(projectId)
  const requesting = useRequestRevision(projectId)
  const unapproving = useUnapproveRound(projectId)
  const undoing = useUndoApproval(projectId)
  const [progress, setProgress] = useState<Progress | null>(null)

  /** Says that it worked and whom it still waits for, and offers to take it back. */
  const offerUndo = (socials: readonly PostSocial[]) => {
    const approvals = undoableApprovals(socials)
    const undo = async () => {
      try {
        await undoing.mutateAsync({ postId: post.id, approvals })
      } catch (error) {
        expectApiError(error) // The mutation's toast has said why.
        return
      }
      toast.info('Approval undone')
      onUndone(socials)
    }
    const waiting = othersToDecide(socials, viewer.personId)
    // Fixed wording (docs/product/approvals.md "Texts").
    const text = `Post approved${waiting.length > 0 ? `. Waiting for ${waiting.join(', ')}.` : ''}`
    toast.undoable(text, () => void undo())
  }

  const approve = async (socials: readonly PostSocial[]) => {
    setProgress({ step: 1, of: socials.length })
    try {
      await approving.mutateAsync({
        postId: post.id,
        versions: socials.map(version => approvalCall(post, version, viewer, frozenVersion)),
        onStep: step => setProgress({ step, of: socials.length }),
      })
      offerUndo(socials)
      onDecided(socials)
    } catch (error) {
      const reading = client.invalidateQueries({ queryKey: queryKeys.post(projectId, post.id) })
      const isStale = error instanceof ApiError && error.code === 'stale_version'
      // Only then what it reads decides what to say. Without a connection the message would have to wait for every attempt.
      if (isStale) await reading
      // Where a newer version has come to the screen, the screen says so itself.
      const latest = client.getQueryData<Post>(queryKeys.post(projectId, post.id))
      const isNewer = latest?.post_socials.some(one => frozenVersion(one).version !== one.version) === true
      if (!(isStale && isNewer)) toast.error(refusalText(error))
      expectApiError(error)
    } finally {
      setProgress(null)
    }
  }

  /** @throws ApiError when the round was closed while the person was writing */
  const requestOf = (revision: RevisionContent): RevisionRequest => {
    const approval_id = approvalIdOf(social, list, viewer)
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
      post_social_id: social.id,
      post_id: post.id,
      isMasterContent: social.is_master_content,
      type: list,
    }
  }

  /** Rejects if the server refuses; the toast has said why. */
  const requestRevision = async (revision: RevisionContent) => {
    const mutation = list === 'pending' ? requesting : unapproving
    await mutation.mutateAsync(requestOf(revision))
    // Fixed wording (docs/product/approvals.md "Texts").
    toast.success('Revision requested')
    onDecided([social])
  }

  const unapprove = async () => {
    try {
      await unapproving.mutateAsync(requestOf({ message: '', checkboxes: [], attachments: [] }))
    } catch (error) {
      expectApiError(error) // The mutation's toast has said why.
      return
    }
    // Fixed wording (docs/product/approvals.md "Texts").
    toast.success('Post unapproved')
    onDecided([social])
  }

  return { approve, requestRevision, unapprove, progress, isUnapproving: unapproving.isPending }
}
