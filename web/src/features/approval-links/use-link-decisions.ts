import { useState } from 'react'
import { networkNames } from '#domain/networks/names.ts'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import {
  approvalCall,
  undoableApprovals,
  type Viewer,
} from '#web/features/approvals/decision/decision-rules.ts'
import { ApiError, isOutcomeUnknown, messageOf } from '#web/platform/api-error.ts'
import { toast } from '#web/ui/toast.tsx'
import { useApproveByLink, useUndoByLink } from './api.ts'
import { waitingVersions } from './items.ts'
import type { useBatch } from './use-batch.ts'

type Context = Pick<ReturnType<typeof useBatch>, 'read' | 'mark'> & {
  readonly token: string
  readonly viewer: Viewer
  /** Leads back to the first of the posts whose approval was undone. */
  readonly onUndone: (postId: number) => void
}

type Approved = { readonly post: Post; readonly versions: readonly PostSocial[] }

/** What was approved before one was refused. `half`: a post of which only these versions were. */
type Done = { readonly approved: readonly Approved[]; readonly half: Approved | null }

const partText = ({ approved, half }: Done, of: number): string => {
  const whole = approved.length > 0 ? `Approved ${approved.length} of ${of}` : 'Approved'
  if (half === null) return whole
  const names = half.versions.map(({ social_network }) => networkNames[social_network]).join(' and ')
  return approved.length > 0 ? `${whole}, and one for ${names} only` : `${whole} for ${names} only`
}

/** How far several approvals have got. */
export type Progress = { readonly step: number; readonly of: number; readonly postId: number }

/** What a refused approval says. The page has been read again by then. */
const refusalText = (error: unknown): string => {
  if (!(error instanceof ApiError)) return messageOf(error)
  if (error.code === 'stale_version')
    return 'This post was changed a moment ago, so it was not approved. Please look at the newer version.'
  if (error.status === 404) return 'This post was taken back or deleted. There is nothing to decide any more.'
  return error.message
}

/** Approving posts one after the other, and taking approvals back. Nothing is shown as approved before the server has answered. */
export const useLinkDecisions = ({ token, viewer, read, mark, onUndone }: Context) => {
  const approveRound = useApproveByLink(token)
  const undoApproval = useUndoByLink(token)
  const [progress, setProgress] = useState<Progress | null>(null)
  /** An approval whose answer was lost may have been given: nothing is offered again before that is known. */
  const [isUnsure, setUnsure] = useState(false)

  const lookUp = async (): Promise<boolean> => {
    const isKnown = await read()
    setUnsure(!isKnown)
    return isKnown
  }

  const undo = async (approved: readonly Approved[]) => {
    try {
      for (const { versions } of approved.toReversed())
        for (const body of undoableApprovals(versions).toReversed()) await undoApproval(body)
      toast.info('Approval undone')
      if (approved[0]) onUndone(approved[0].post.id)
    } catch (error) {
      toast.error(messageOf(error))
    }
    await lookUp()
  }

  const refuse = async (error: unknown, { approved, half }: Done, of: number) => {
    const isKnown = await lookUp()
    if (approved.length > 0 || half) {
      const all = half ? [...approved, half] : approved
      toast.undoable(partText({ approved, half }, of), () => void undo(all))
    }
    if (!isOutcomeUnknown(error)) toast.error(refusalText(error))
    else if (isKnown) toast.error('The connection was lost for a moment. Please check what still waits.')
    else toast.error(messageOf(error))
  }

  /** @returns whether all were approved */
  const approve = async (posts: readonly Post[]): Promise<boolean> => {
    const approved: Approved[] = []
    let half: Approved | null = null
    try {
      for (const [index, post] of posts.entries()) {
        setProgress({ step: index + 1, of: posts.length, postId: post.id })
        const versions = waitingVersions(post, viewer)
        for (const social of versions) {
          const body = approvalCall(post, social, viewer)
          await approveRound(body as Parameters<typeof approveRound>[0])
          half = { post, versions: versions.slice(0, versions.indexOf(social) + 1) }
        }
        half = null
        approved.push({ post, versions })
        mark(post.id, 'approved')
      }
    } catch (error) {
      await refuse(error, { approved, half }, posts.length)
      return false
    } finally {
      setProgress(null)
    }
    // Fixed wording (docs/product/approvals.md "Texts").
    const text = approved.length === 1 ? 'Post approved' : `${approved.length} posts approved`
    toast.undoable(text, () => void undo(approved))
    return true
  }

  return { approve, progress, isUnsure, lookUp }
}
