import type { Role } from '#domain/permissions/table.ts'
import type { ExternalStep } from '#domain/posts/model.ts'
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

/** The step after this one (1 is the first), or null. `later`: the steps after the first. */
export const stepAfter = (later: readonly ExternalStep[], step: number): number | null =>
  step <= later.length ? step + 1 : null

type Sent = {
  readonly first: readonly number[]
  readonly firstBy: Date | null
  readonly later: readonly ExternalStep[]
}

/** What is wrong with the steps of a sending, by the index of the later step; empty: nothing. */
export const stepProblems = ({ first, firstBy, later }: Sent, now: Date): ReadonlyMap<number, string> => {
  const problems = new Map<number, string>()
  let before = firstBy ?? now
  for (const [index, { approvers, decide_by }] of later.entries()) {
    const earlier = [first, ...later.slice(0, index).map(step => step.approvers)]
    const by = decide_by === null ? null : new Date(decide_by)
    if (earlier.some(({ length }) => length === 0)) problems.set(index, 'Choose first who is asked before.')
    else if (approvers.some(person => earlier.some(ids => ids.includes(person))))
      problems.set(index, 'Nobody is asked twice.')
    else if (by !== null && by <= before)
      problems.set(index, 'Choose a time after that of those who are asked before.')
    if (by !== null) before = by
  }
  return problems
}
