import type { Actor } from '#domain/permissions/can.ts'
import { can } from '#domain/permissions/can.ts'
import type { ApprovalStatus, ApprovalType, PostSocialStatus } from '#domain/posts/status.ts'
import { hasRoundRole } from './rounds.ts'
import type { ApprovalActionType } from './status.ts'

type DiscussedRound = { readonly id: number; readonly type: ApprovalType; readonly status: ApprovalStatus }

/**
 * Whether a round can still be talked about: it is the latest of its kind, and the version has not gone out.
 * `rounds`: those of the version, oldest first. (docs/product/approvals.md "Questions and answers")
 */
export const isRoundDiscussed = (
  round: DiscussedRound,
  rounds: readonly DiscussedRound[],
  status: PostSocialStatus,
): boolean =>
  round.status !== 'superseded' &&
  rounds.findLast(({ type }) => type === round.type)?.id === round.id &&
  status !== 'live' &&
  status !== 'on_publishing'

/** Whether this person answers questions about rounds of this kind: who decides them. */
export const mayAnswerIn = (actor: Actor, type: ApprovalType): boolean =>
  can(actor, 'post.makeRevisionResponse') && hasRoundRole(actor, type)

/**
 * Whether an entry of the history is a request for revision that its author may still change: nothing has happened in rounds of its kind since.
 * `actions`: those of the version, newest first. (docs/product/approvals.md "Changing a request")
 */
export const isEditableRevision = <
  A extends { readonly id: number; readonly round: ApprovalType; readonly type: ApprovalActionType },
>(
  action: A,
  actions: readonly A[],
): boolean =>
  action.type === 'revision_requested' &&
  actions.find(({ round }) => round === action.round)?.id === action.id
