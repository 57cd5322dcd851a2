import type { ApprovalActionType } from '#domain/approvals/status.ts'

/** An approval round with its entries of the history, oldest first. */
export type RoundHistory = {
  readonly openedAt: Date
  readonly isOpen: boolean
  /** How many people were chosen to decide; 0: any one of that side. */
  readonly chosen: number
  readonly actions: readonly RoundAction[]
}
export type RoundAction = { readonly type: ApprovalActionType; readonly at: Date; readonly by: number | null }

/** Approvers were asked at `from` and had decided at `until`. `by`: who decided last; null: Galley or somebody whose account is gone. */
export type Wait = { readonly from: Date; readonly until: Date; readonly by: number | null }

/** One alone decides for all who were chosen only as an admin. */
const isWhole = (approvals: readonly RoundAction[], { chosen }: RoundHistory): boolean =>
  approvals.at(-1)?.type === 'approved_by_admin' || new Set(approvals.map(({ by }) => by)).size >= chosen

const isRefusal = ({ type }: RoundAction): boolean => type === 'revision_requested' || type === 'unapproved'
const isApproval = ({ type }: RoundAction): boolean => type === 'approved' || type === 'approved_by_admin'

/**
 * How long a round's approvers took, each time that they were asked: an edit after the approval asks them again, and a decision that was
 * undone is none. A revision after the approval was nobody's wait. (docs/product/reports.md "Turnaround")
 */
export const waitsOf = (round: RoundHistory): readonly Wait[] => {
  const waits: Wait[] = []
  let from: Date | null = round.openedAt
  let approvals: RoundAction[] = []
  const end = (decision: RoundAction | undefined) => {
    if (from !== null && decision) waits.push({ from, until: decision.at, by: decision.by })
    from = null
    approvals = []
  }
  const whole = () => (isWhole(approvals, round) ? approvals.at(-1) : undefined)
  for (const action of round.actions) {
    if (isApproval(action)) approvals.push(action)
    else if (isRefusal(action)) end(whole() ?? action)
    else if (action.type === 'approval_undone') approvals = approvals.filter(({ by }) => by !== action.by)
    else if (action.type === 'approval_restored') end(undefined)
    else if (action.type === 'content_changed') {
      end(whole())
      from = action.at
    }
  }
  if (!round.isOpen) end(approvals.at(-1))
  return waits
}

/** The middle value, or the mean of the two in the middle. Null of none. */
export const median = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  return upper === undefined || lower === undefined ? null : (upper + lower) / 2
}

/** The smallest value that at least nine of ten do not exceed. Null of none. */
export const ninetiethPercentile = (values: readonly number[]): number | null =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.9) - 1] ?? null

/** A decision of one side. `lateAfter`: the first deadline that passed while they were asked; null: none did. */
export type Decision = Wait & { readonly postId: number; readonly lateAfter: Date | null }

/** How one side decided. Times are minutes; null without a decision. */
export type Turnaround = {
  readonly decisions: number
  readonly median_minutes: number | null
  readonly p90_minutes: number | null
  readonly rounds_per_post: number | null
  readonly late: number
}

const MINUTE = 60_000
const rounded = (value: number | null, digits = 0): number | null =>
  value === null ? null : Number(value.toFixed(digits))

/** Versions of a post that were sent together and decided apart are one round of the post. */
export const turnaroundOf = (decisions: readonly Decision[]): Turnaround => {
  const minutes = decisions.map(({ from, until }) => (until.getTime() - from.getTime()) / MINUTE)
  const posts = new Set(decisions.map(({ postId }) => postId))
  const rounds = new Set(decisions.map(({ postId, from }) => `${postId} ${from.getTime()}`))
  return {
    decisions: decisions.length,
    median_minutes: rounded(median(minutes)),
    p90_minutes: rounded(ninetiethPercentile(minutes)),
    rounds_per_post: posts.size === 0 ? null : rounded(rounds.size / posts.size, 1),
    late: decisions.filter(isLate).length,
  }
}

const isLate = ({ from, until, lateAfter }: Decision): boolean =>
  lateAfter !== null && lateAfter >= from && lateAfter <= until
