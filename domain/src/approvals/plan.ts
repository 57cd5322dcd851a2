import { type ApprovalType, approvalTypes } from '#domain/posts/status.ts'

/** What decides which rounds a post goes through. */
export type PlanFacts = {
  /** Stored on the post: what was chosen in the Skip approval dialog. */
  readonly skipped: readonly ApprovalType[]
  /** Whether the project has an external approver. */
  readonly hasExternalApprovers: boolean
}

/**
 * The rounds that a post goes through, in order: internal first, then external, without the skipped ones; no external approver in the
 * project: no external round. Empty: nobody is asked. (Document 3 "Rounds".)
 */
export const roundsOnPlan = ({ skipped, hasExternalApprovers }: PlanFacts): ApprovalType[] =>
  approvalTypes.filter(type => !skipped.includes(type) && (type === 'internal' || hasExternalApprovers))

/** The first round on the plan that comes after `done` (null: from the start), or null: there is none left. */
export const nextRound = (plan: readonly ApprovalType[], done: ApprovalType | null): ApprovalType | null => {
  const past = done === null ? -1 : approvalTypes.indexOf(done)
  return plan.find(type => approvalTypes.indexOf(type) > past) ?? null
}

/** What the Skip approval dialog offers: external only if the project has external approvers. (Document 2 section 4, "Skip approval".) */
export const skipOffer = (hasExternalApprovers: boolean): ApprovalType[] =>
  roundsOnPlan({ skipped: [], hasExternalApprovers })
