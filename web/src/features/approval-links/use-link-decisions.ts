import { useState } from 'react'
import type { Refusal } from '#domain/approvals/model.ts'
import { linkTexts } from '#domain/kernel/languages/link-texts.ts'
import type { Post } from '#domain/posts/model.ts'
import {
  type ApprovalOutcome,
  approvalCall,
  approvedText,
  decidedIn,
  undoableApprovals,
  type Viewer,
} from '#web/features/approvals/decision/decision-rules.ts'
import { isOutcomeUnknown } from '#web/platform/api-error.ts'
import { say } from '#web/platform/words.ts'
import { toast } from '#web/ui/toast.tsx'
import { useApproveRoundsByLink, useUndoApprovalsByLink } from './api.ts'
import { waitingVersions } from './items.ts'
import { refusalWords } from './refusal-words.ts'
import type { useBatch } from './use-batch.ts'

type Context = Pick<ReturnType<typeof useBatch>, 'read' | 'mark'> & {
  readonly token: string
  readonly viewer: Viewer
  /** Leads back to the first of the posts whose approval was undone. */
  readonly onUndone: (postId: number) => void
}

/** What a refused approval says. The page has been read again by then. */
const refusalText = (refusal: Refusal): string => {
  if (refusal.code === 'stale_version')
    return say(
      'This post was changed a moment ago, so it was not approved. Please look at the newer version.',
    )
  if (refusal.code === 'not_found') return say(linkTexts.not_found)
  return refusalWords(refusal)
}

/** Approving posts, and taking approvals back. Nothing is shown as approved before the server has answered. */
export const useLinkDecisions = ({ token, viewer, read, mark, onUndone }: Context) => {
  const approveRounds = useApproveRoundsByLink(token)
  const undoApprovals = useUndoApprovalsByLink(token)
  /** The posts that are being approved. */
  const [approving, setApproving] = useState<readonly number[]>([])
  /** An approval whose answer was lost may have been given: nothing is offered again before that is known. */
  const [isUnsure, setUnsure] = useState(false)

  const lookUp = async (): Promise<boolean> => {
    const isKnown = await read()
    setUnsure(!isKnown)
    return isKnown
  }

  const undo = async (outcomes: readonly ApprovalOutcome[]) => {
    try {
      const approvals = undoableApprovals(outcomes.flatMap(({ approved }) => approved))
      const { results } = await undoApprovals({ approvals })
      const refusal = results.find(result => result.refusal)?.refusal
      if (refusal) toast.error(refusalText(refusal))
      else toast.decided(say('Approval undone'))
      if (outcomes[0]) onUndone(outcomes[0].post.id)
    } catch (error) {
      toast.error(refusalWords(error))
    }
    await lookUp()
  }

  const sayFailure = async (error: unknown) => {
    const isKnown = await lookUp()
    if (isOutcomeUnknown(error) && isKnown)
      toast.error(say('The connection was lost for a moment. Please check what still waits.'))
    else toast.error(refusalWords(error))
  }

  const show = async (outcomes: readonly ApprovalOutcome[]): Promise<boolean> => {
    const approved = outcomes.filter(outcome => outcome.approved.length > 0)
    for (const { post, refused } of approved) if (refused.length === 0) mark(post.id, 'approved')
    const refused = outcomes.filter(outcome => outcome.refused.length > 0)
    const reason = refused[0]?.refused[0]
    if (reason) await lookUp()
    if (approved.length > 0) toast.decided(approvedText(outcomes), () => void undo(approved))
    if (reason) {
      const why = refusalText(reason)
      toast.error(
        refused.length === 1
          ? why
          : say('{count, plural, one {# post} other {# posts}}: {why}', { count: refused.length, why }),
      )
    }
    return !reason
  }

  /** @returns whether all were approved */
  const approve = async (posts: readonly Post[], comment = ''): Promise<boolean> => {
    const requested = posts.map(post => ({ post, versions: waitingVersions(post, viewer) }))
    setApproving(posts.map(({ id }) => id))
    try {
      const rounds = requested.flatMap(({ post, versions }) =>
        versions.map(social => approvalCall(post, social, viewer, { comment })),
      )
      const { results } = await approveRounds({
        rounds: rounds as Parameters<typeof approveRounds>[0]['rounds'],
      })
      return await show(requested.map(({ post, versions }) => ({ post, ...decidedIn(results, versions) })))
    } catch (error) {
      await sayFailure(error)
      return false
    } finally {
      setApproving([])
    }
  }

  return { approve, approving, isUnsure, lookUp }
}
