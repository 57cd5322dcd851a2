import type { ApprovalStatus, ApprovalType, PostSocialEvent, PostSocialStatus } from '#domain/posts/status.ts'
import type { ApprovalEvent } from './status.ts'

/** The rounds of a version, oldest first, who has approved what in those that count, and the versions that share the outcome. */
export type ApprovalState = {
  readonly rounds: readonly {
    readonly id: number
    readonly type: ApprovalType
    readonly status: ApprovalStatus
  }[]
  readonly approvals: readonly {
    readonly approval_id: number
    readonly user_id: number
    readonly is_chosen: boolean
    readonly content_digest: string | null
    readonly decided_at: string | null
  }[]
  readonly versions: readonly {
    readonly id: number
    readonly status: PostSocialStatus
    readonly cleared_digest: string | null
    /** Null: the one that was connected then. Missing in what an earlier release has kept. */
    readonly approved_account_id?: number | null
  }[]
}

const clearedStatuses: readonly PostSocialStatus[] = ['approved', 'pending_publish', 'publishing_failed']

/**
 * Whether an edit took approvals away that could count again for the same content: fewer people have approved than before, or a round is
 * no longer approved. `digests`: what the versions said before the edit. Nothing is kept of approvals that were not for that
 * (docs/product/approvals.md "Changes after approval").
 */
export const isWithdrawal = (
  was: ApprovalState,
  became: ApprovalState,
  digests: { readonly carrier: string; readonly of: (versionId: number) => string | undefined },
): boolean => {
  const approvedRounds = was.rounds.filter(({ status }) => status === 'approved')
  const isLost =
    was.approvals.some(one => !became.approvals.some(other => isSameApproval(one, other))) ||
    approvedRounds.some(({ id }) => statusOf(became, id) !== 'approved')
  const isForThat =
    was.approvals.every(({ approval_id, content_digest }) => {
      const others = was.approvals.filter(one => one.approval_id === approval_id)
      return content_digest === digests.carrier || others.some(one => one.content_digest === digests.carrier)
    }) &&
    was.versions.every(
      ({ id, status, cleared_digest }) =>
        !clearedStatuses.includes(status) || cleared_digest === digests.of(id),
    )
  return isLost && isForThat
}

type GivenApproval = ApprovalState['approvals'][number]
const isSameApproval = (one: GivenApproval, other: GivenApproval): boolean =>
  one.approval_id === other.approval_id &&
  one.user_id === other.user_id &&
  one.content_digest === other.content_digest

const statusOf = ({ rounds }: ApprovalState, id: number): ApprovalStatus | undefined =>
  rounds.find(round => round.id === id)?.status

/**
 * Whether only edits can have come between two states: a request for revision, a sending, a skip and a closed round all leave other rounds
 * or statuses behind. Partial approvals of other content may have been given; they are not compared.
 */
export const isSameState = (one: ApprovalState, other: ApprovalState): boolean =>
  one.rounds.length === other.rounds.length &&
  one.rounds.every(({ id, status }) => statusOf(other, id) === status) &&
  one.versions.length === other.versions.length &&
  one.versions.every(({ id, status }) => other.versions.some(row => row.id === id && row.status === status))

/** What brings the rounds back to where they were. The one that closes comes first: a version has one open round. */
export const roundsToRestore = (
  was: ApprovalState,
  is: ApprovalState,
): { readonly id: number; readonly event: ApprovalEvent }[] => {
  const changed = was.rounds.filter(({ id, status }) => statusOf(is, id) !== status)
  const closing = changed.filter(({ status }) => status === 'approved')
  const opening = changed.filter(({ status }) => status === 'open')
  return [
    ...closing.map(({ id }) => ({
      id,
      event: statusOf(is, id) === 'open' ? ('approved' as const) : ('restored_as_approved' as const),
    })),
    ...opening.map(({ id }) => ({ id, event: 'restored_as_open' as const })),
  ]
}

/** What brings the versions back. One that had failed or waited for a person is approved, as after any new approval. */
export const membersToRestore = (
  was: ApprovalState,
  is: ApprovalState,
): { readonly id: number; readonly event: RestoringEvent }[] =>
  was.versions.flatMap(({ id, status }) => {
    const event = is.versions.find(row => row.id === id)?.status === status ? null : eventTo(status)
    return event ? [{ id, event }] : []
  })

type RestoringEvent = Extract<PostSocialEvent, 'approved' | 'external_round_started'>

const eventTo = (status: PostSocialStatus): RestoringEvent | null => {
  if (clearedStatuses.includes(status)) return 'approved'
  return status === 'pending_external_approval' ? 'external_round_started' : null
}
