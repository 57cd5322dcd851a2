import type { Role } from '#domain/permissions/table.ts'
import { type ApprovalType, approvalTypes } from '#domain/posts/status.ts'

/**
 * The rounds a post goes through, in order: internal, then external, without those in `skipped`. Without an external approver among the
 * project's `people` there is no external round. An empty plan means that nobody is asked, so the post is scheduled directly; with
 * nothing skipped, it is what the Skip approval dialog offers. (docs/product/approvals.md "Rounds" and "Skipping")
 */
export const roundsOnPlan = (
  skipped: readonly ApprovalType[],
  people: readonly { readonly role: Role }[],
): ApprovalType[] => {
  const hasExternalApprover = people.some(({ role }) => role === 'external-approver')
  return approvalTypes.filter(type => !skipped.includes(type) && (type === 'internal' || hasExternalApprover))
}

/** The first round on the plan after `done` (null: the first of all), or null when none is left. */
export const nextRound = (plan: readonly ApprovalType[], done: ApprovalType | null): ApprovalType | null => {
  const past = done === null ? -1 : approvalTypes.indexOf(done)
  return plan.find(type => approvalTypes.indexOf(type) > past) ?? null
}
