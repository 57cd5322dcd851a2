import type { ExternalStep } from '#domain/posts/model.ts'
import type { ApprovalStatus, ApprovalType, PostSocialStatus } from '#domain/posts/status.ts'

/** The 10 seconds for which a toast offers Undo, a slow network, and a person who pressed it at the last moment. */
const undoAcceptedMs = 30_000

/** Whether an approval is young enough to be undone; later it is unapproved. (docs/product/approvals.md "Undo") */
export const isWithinUndoTime = (approvedAt: Date, now: Date): boolean =>
  now.getTime() - approvedAt.getTime() <= undoAcceptedMs

/** For a slow network, and a person who presses Undo at the last moment. */
const lateUndoMs = 5000

/**
 * When approvers may first be notified of a post that was sent to them: from then on sending is not undone any more.
 * `undoSeconds`: how long the installation offers Undo. (docs/product/approvals.md "Undoing a sending")
 */
export const sendingNotifiedAt = (sentAt: Date, undoSeconds: number): Date =>
  new Date(sentAt.getTime() + (undoSeconds === 0 ? 0 : undoSeconds * 1000 + lateUndoMs))

/** What a sending did to one version that has rounds, as it is now. */
export type SentRound = {
  /** Whether the round that the sending opened is still open and the version still waits in it. */
  readonly isOpen: boolean
  /** Whether nothing has been written to the history since the sending. */
  readonly isUntouched: boolean
}

/** Why sending a post can no longer be undone, in words for people, or null. */
export const undoSendingObstacle = (
  { sentAt, isUndone, rounds }: { sentAt: Date; isUndone: boolean; rounds: readonly SentRound[] },
  now: Date,
  undoSeconds: number,
): string | null => {
  if (isUndone) return 'Sending this post has already been undone.'
  if (!rounds.every(({ isOpen, isUntouched }) => isOpen && isUntouched))
    return 'This post can no longer be taken back, because somebody has already acted on it.'
  if (now >= sendingNotifiedAt(sentAt, undoSeconds))
    return 'This post can no longer be taken back: its approvers are being told of it.'
  return null
}

/** What sending one post for approval has changed: enough to put it back (decision 55). */
export type SendingRecord = {
  /** Which rounds were skipped, and who was chosen. */
  readonly plan: {
    readonly skipped: readonly ApprovalType[]
    readonly chosen: Readonly<Record<ApprovalType, readonly number[]>>
    /** Missing in records of an earlier release, which had none. */
    readonly laterSteps?: readonly ExternalStep[]
    /** The chosen deadline; missing in records of an earlier release, which had none. */
    readonly deadlineAt?: string | null
  }
  /** The versions as they were. */
  readonly versions: readonly {
    readonly id: number
    readonly status: PostSocialStatus
    readonly is_approved: boolean
    readonly is_unapproved: boolean
    readonly cleared_digest: string | null
    /** Missing in records of an earlier release, which did not change it. */
    readonly skipped_approvals?: ApprovalType[]
  }[]
  /** Earlier rounds, as they were before the sending closed them. */
  readonly superseded: readonly {
    readonly id: number
    readonly status: ApprovalStatus
    readonly closed_at: string | null
  }[]
  /** The rounds that were opened, each with its first entry in the history. */
  readonly opened: readonly {
    readonly id: number
    readonly postSocialId: number
    readonly actionId: number
  }[]
}
