import { type EventOf, lifecycle } from '#domain/kernel/lifecycle.ts'
import { approvalStatuses } from '#domain/posts/status.ts'

/** The lifecycle of one approval round. Resending opens a new round and keeps this one as history. */
export const approvalLifecycle = lifecycle({
  name: 'approval round',
  table: 'approvals',
  states: approvalStatuses,
  initial: ['open'],
  events: {
    approved: { from: ['open'], to: 'approved' },
    revision_requested: { from: ['open', 'approved'], to: 'revision_requested' },
    unapproved: { from: ['approved'], to: 'unapproved' },
    reopened: { from: ['approved'], to: 'open' },
    superseded: { from: ['open', 'approved'], to: 'superseded' },
    /** An undone sending gives a round that it had superseded back. */
    restored_as_approved: { from: ['superseded'], to: 'approved' },
    restored_as_open: { from: ['superseded'], to: 'open' },
  },
})

export type ApprovalEvent = EventOf<typeof approvalLifecycle>

/** What is written in a post's approval history (docs/product/approvals.md "History"). */
export const approvalActionTypes = [
  'approval_started',
  'external_approval_started',
  'revision_requested',
  'question_pushed',
  'answer_pushed',
  'approved',
  'approved_by_admin',
  'approved_by_system',
  'approval_skipped',
  'unapproved',
  'content_changed',
  'approval_undone',
  'approval_restored',
] as const

/**
 * Three are our own: `content_changed` and `approval_restored`, for edits after approval, away from what was approved and back to it
 * (docs/product/approvals.md "Changes after approval"), and `approval_undone`, for an approval that its author undid at once ("Undo").
 */
export type ApprovalActionType = (typeof approvalActionTypes)[number]

export const textProposalStatuses = ['open', 'taken', 'declined', 'withdrawn'] as const

/** Other words that a client has proposed; they are withdrawn when their author proposes others, or approves without them. */
export const textProposalLifecycle = lifecycle({
  name: 'proposed words',
  table: 'text_proposals',
  states: textProposalStatuses,
  initial: ['open'],
  events: {
    taken: { from: ['open'], to: 'taken' },
    declined: { from: ['open'], to: 'declined' },
    /** Also one that was taken and has not counted: its author has decided otherwise since. */
    withdrawn: { from: ['open', 'taken'], to: 'withdrawn' },
  },
})

/** What taking the words leads to: the client has approved them then; has once the team has; or is to be asked, as after any edit. */
export const proposalOutcomes = ['approved', 'asks_team', 'asks_client'] as const
export type ProposalOutcome = (typeof proposalOutcomes)[number]
