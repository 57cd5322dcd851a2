import { sql } from 'kysely'
import type { ApprovalActionType } from '#domain/approvals/status.ts'
import type { ApprovalType } from '#domain/posts/status.ts'
import { type Decision, type Turnaround, turnaroundOf, waitsOf } from '#domain/reports/turnaround.ts'
import type { Reader } from '#server/platform/db/database.ts'

/** From one instant until before another. */
export type Period = { readonly from: Date; readonly until: Date }

/** A decision that was made in a period, with its project and side. */
export type SideDecision = Decision & { readonly projectId: number; readonly side: ApprovalType }

/** A round that waits past a deadline at present. */
type Overdue = { readonly projectId: number; readonly side: ApprovalType }

type RoundRow = {
  readonly type: ApprovalType
  readonly is_open: boolean
  readonly opened_at: Date
  readonly project_id: number
  readonly post_id: number
  readonly chosen: number
  readonly passed_at: Date | null
  readonly actions: { type: ApprovalActionType; at: string; by: number | null }[] | null
}

/** Rounds with a decision in the period, and those that are open. */
const listRounds = async (db: Reader, projectIds: readonly number[], { from, until }: Period) => {
  const { rows } = await sql<RoundRow>`
    select a.type, a.status = 'open' as is_open, a.opened_at, a.project_id, x.post_id,
      (select count(*)::int from approval_approvers c where c.approval_id = a.id and c.is_chosen) as chosen,
      (select min(r.deadline_at) from approval_reminders r where r.approval_id = a.id and r.hours = 0) as passed_at,
      (select json_agg(json_build_object('type', t.type, 'at', t.created_at, 'by', t.created_by) order by t.id)
        from approval_actions t where t.approval_id = a.id) as actions
    from approvals a join post_socials x on x.id = a.post_social_id
    where a.id in (
      select d.approval_id from approval_actions d where d.project_id = any(${projectIds})
        and d.created_at >= ${from} and d.created_at < ${until}
        and d.type in ('approved', 'approved_by_admin', 'revision_requested', 'unapproved')
      union select o.id from approvals o join post_socials v on v.id = o.post_social_id
        join posts p on p.id = v.post_id and p.deleted_at is null
        where o.project_id = any(${projectIds}) and o.status = 'open')
    order by a.id`.execute(db)
  return rows
}

const decisionsIn = (row: RoundRow, { from, until }: Period): SideDecision[] => {
  const actions = (row.actions ?? []).map(({ type, at, by }) => ({ type, by, at: new Date(at) }))
  const round = { openedAt: row.opened_at, isOpen: row.is_open, chosen: row.chosen, actions }
  return waitsOf(round)
    .filter(wait => wait.until >= from && wait.until < until)
    .map(wait => ({
      ...wait,
      postId: row.post_id,
      projectId: row.project_id,
      side: row.type,
      lateAfter: row.passed_at,
    }))
}

/** What was decided in these projects in the period, and what is overdue at its end or now, whichever is earlier. */
export const readDecisions = async (
  db: Reader,
  projectIds: readonly number[],
  period: Period,
): Promise<{ readonly decisions: readonly SideDecision[]; readonly overdue: readonly Overdue[] }> => {
  if (projectIds.length === 0) return { decisions: [], overdue: [] }
  const rows = await listRounds(db, projectIds, period)
  return {
    decisions: rows.flatMap(row => decisionsIn(row, period)),
    overdue: rows
      .filter(row => row.is_open && row.passed_at !== null && row.passed_at < period.until)
      .map(row => ({ projectId: row.project_id, side: row.type })),
  }
}

/** How one side of a project decided. */
export const sideOf = (
  { decisions, overdue }: Awaited<ReturnType<typeof readDecisions>>,
  projectId: number,
  side: ApprovalType,
): Turnaround & { readonly overdue: number } => {
  const isOfSide = (one: Overdue) => one.projectId === projectId && one.side === side
  return { ...turnaroundOf(decisions.filter(isOfSide)), overdue: overdue.filter(isOfSide).length }
}
