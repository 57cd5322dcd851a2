import { sql } from 'kysely'
import { approvalObstacle } from '#domain/approvals/rounds.ts'
import type { Actor } from '#domain/permissions/can.ts'
import type { Approval } from '#domain/posts/model.ts'
import type { ApprovalStatus, ApprovalType } from '#domain/posts/status.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'

/** What an edit needs to know about an approval round. */
export type CurrentRound = {
  readonly id: number
  readonly type: ApprovalType
  readonly status: ApprovalStatus
}

/** The current rounds of a post social: the approved ones, and the open one, if any. */
export type CurrentRounds = { readonly approved: readonly CurrentRound[]; readonly open: CurrentRound | null }

/** Only the latest round of each kind and step counts: earlier ones belong to earlier submissions. In the order in which they are asked. */
export const readCurrentRounds = async (tx: Tx, postSocialId: number): Promise<CurrentRounds> => {
  const rounds = await tx
    .selectFrom('approvals')
    .distinctOn(['type', 'step'])
    .select(['id', 'type', 'status'])
    .where('post_social_id', '=', postSocialId)
    .orderBy('type', 'desc')
    .orderBy('step')
    .orderBy('id', 'desc')
    .execute()
  return {
    approved: rounds.filter(round => round.status === 'approved'),
    open: rounds.find(round => round.status === 'open') ?? null,
  }
}

/** An approval round as stored and shown, without what depends on the master content. */
export type Round = Omit<Approval, 'is_master_content'>

/** The approval rounds of these post socials, oldest first, by post social id. */
export const readRounds = async (
  db: Reader,
  postSocialIds: readonly number[],
): Promise<Map<number, Round[]>> => {
  const bySocial = new Map<number, Round[]>()
  if (postSocialIds.length === 0) return bySocial
  const rows = await db
    .selectFrom('approvals as a')
    .select(['a.id', 'a.type', 'a.status', 'a.round', 'a.post_social_id', 'a.opened_at', 'a.closed_at'])
    .select(['a.step', 'a.decide_by'])
    .select(
      sql<Approval['approvers'] | null>`(
        select json_agg(json_build_object('id', u.id, 'name', trim(u.name || ' ' || u.last_name),
          'has_approved', c.decided_at is not null) order by u.name, u.id)
        from approval_approvers c join users u on u.id = c.user_id
        where c.approval_id = a.id and c.is_chosen)`.as('approvers'),
    )
    .where('a.post_social_id', 'in', postSocialIds)
    .orderBy('a.id')
    .execute()
  for (const { approvers, opened_at, closed_at, step, decide_by, ...row } of rows) {
    const round: Round = {
      ...row,
      ...(step > 1 && { step }),
      ...(decide_by && { decide_by: decide_by.toISOString() }),
      concrete_approver_id: (approvers ?? []).map(approver => approver.id),
      approvers: approvers ?? [],
      opened_at: opened_at.toISOString(),
      closed_at: closed_at?.toISOString() ?? null,
    }
    bySocial.set(row.post_social_id, [...(bySocial.get(row.post_social_id) ?? []), round])
  }
  return bySocial
}

/**
 * Whether it is this person's turn to decide the round (docs/product/approvals.md "Rounds"), by the rule that approving itself uses.
 */
export const isTurnOf = (actor: Actor, personId: number | null, round: Round): boolean => {
  if (round.status !== 'open' || personId === null) return false
  // A stored approval was given to the current content: an edit clears the others.
  const approvers = round.approvers.map(approver => ({
    userId: approver.id,
    isChosen: true,
    contentDigest: approver.has_approved ? CURRENT_DIGEST : null,
  }))
  return approvalObstacle(actor, personId, { type: round.type, approvers, digest: CURRENT_DIGEST }) === null
}

const CURRENT_DIGEST = 'current content'
