import type { ApprovalStatus, ApprovalType } from '#domain/posts/status.ts'
import type { Tx } from '#server/platform/db/database.ts'

/** An approval round as far as a change of content is concerned. */
export type StandingRound = {
  readonly id: number
  readonly type: ApprovalType
  readonly status: ApprovalStatus
}

/** How far the approval of a post social stands now: the rounds that hold, and the one that is open, if any. */
export type Standing = { readonly approved: readonly StandingRound[]; readonly open: StandingRound | null }

/** Of each kind only the latest round counts: earlier ones are the history of earlier sendings. Internal first. */
export const readStanding = async (tx: Tx, postSocialId: number): Promise<Standing> => {
  const rounds = await tx
    .selectFrom('approvals')
    .distinctOn('type')
    .select(['id', 'type', 'status'])
    .where('post_social_id', '=', postSocialId)
    .orderBy('type', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return {
    approved: rounds.filter(round => round.status === 'approved'),
    open: rounds.find(round => round.status === 'open') ?? null,
  }
}
