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

/** Who reads what is said about a round, as for a note: clients read their own rounds only. */
export const audienceOfRound = ({ type }: { readonly type: ApprovalType }) => ({
  is_for_client: type === 'external',
})

/** How a round was started: with the message of the person who sent the post. */
const starts: readonly ApprovalActionType[] = ['approval_started', 'external_approval_started']

export const isStart = ({ type }: { readonly type: ApprovalActionType }): boolean => starts.includes(type)

/** What people say about a round without deciding. */
const talk: readonly ApprovalActionType[] = ['question_pushed', 'answer_pushed']

type Entry = { readonly type: ApprovalActionType; readonly message: string | null }

/** Whether it is a request for revision, or the message of a sending. */
export const isRequest = (entry: Entry): boolean =>
  entry.type === 'revision_requested' || (isStart(entry) && entry.message !== null)

/**
 * Whether its author may still change an entry of the history: while nothing has happened in rounds of its kind since. `actions`: all entries of the version, newest first. (docs/product/approvals.md "Changing a
 * request")
 */
export const isEditableEntry = <
  A extends Entry & { readonly id: number; readonly round: ApprovalType | null },
>(
  action: A,
  actions: readonly A[],
): boolean =>
  (isRequest(action) || talk.includes(action.type)) &&
  actions.find(({ round }) => round === action.round)?.id === action.id
