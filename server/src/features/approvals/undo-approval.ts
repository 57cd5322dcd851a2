import type * as contract from '#domain/approvals/contract.ts'
import { maySeeRound } from '#domain/approvals/rounds.ts'
import { approvalLifecycle } from '#domain/approvals/status.ts'
import { isWithinUndoTime } from '#domain/approvals/undo.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import { isVisibleTo } from '#domain/posts/status.ts'
import type { LockedSocial } from '#server/features/posts/locks.ts'
import { answerPost } from '#server/features/posts/posts.ts'
import type { Round } from '#server/features/posts/rounds.ts'
import { move } from '#server/platform/db/move.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { keepDecidedAccounts } from './decided-accounts.ts'
import { contextOf, emitRoundEvent, recordAction } from './history.ts'
import { type LockedPost, lockPostOf, openRoundOf, roundsOf } from './locked-post.ts'
import { readApprovers, withdrawApproval } from './round-approvers.ts'
import { movePostSocials, uncleared } from './rounds.ts'

export const undoApproval = async (
  { body }: Input<typeof contract.undoApproval>,
  call: ScopedCall,
): Promise<Answer<typeof contract.undoApproval>> => {
  const postId = await undoOwnApproval(body, call)
  return isFailure(postId) ? postId : answerPost(call.tx, call, postId, call.now)
}

/**
 * Undoes the caller's approval of a moment ago, as if it had not been given, and records the undo. Refused as soon as someone has
 * acted on it: with another approval, an edit, a round started by hand, or by publishing it (docs/product/approvals.md "Undo").
 * @returns the id of its post
 */
export const undoOwnApproval = async (
  body: Input<typeof contract.undoApproval>['body'],
  call: ScopedCall,
): Promise<number | Extract<Answer<typeof contract.undoApproval>, Failure>> => {
  const { tx, scope } = call
  const locked = await lockPostOf(tx, scope, body.post_social_id)
  if (!locked || !isVisibleTo(locked.social, scope.role)) return fail('not_found')
  const { post, social } = locked
  const round = roundsOf(post, social.id).find(({ id }) => id === body.approval_id)
  if (!round || !maySeeRound(scope, round.type)) return fail('not_found')
  if (!(await isLatestOfCaller(call, social, round))) return fail('undo_ended')
  await withdrawApproval(call, round.id)
  if (round.status === 'approved' && !(await reopen(call, post, social, round))) return fail('undo_ended')
  const context = contextOf(call)
  await recordAction(context, social, round, { type: 'approval_undone' })
  await emitRoundEvent(context, 'approval.reopened', social, { round: round.type, is_undone: true })
  return post.id
}

/** Whether the caller's approval in this round is the last thing that happened to the version, a moment ago. */
const isLatestOfCaller = async (
  { tx, now, person }: ScopedCall,
  social: LockedSocial,
  round: Round,
): Promise<boolean> => {
  const [last, before] = await tx
    .selectFrom('approval_actions')
    .select(['approval_id', 'type', 'created_by', 'created_at'])
    .where('post_social_id', '=', social.id)
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  // An approval that closed the internal round has started the external one in the same transaction.
  const isConsequence =
    last?.type === 'external_approval_started' && last.created_at.getTime() === before?.created_at.getTime()
  const latest = isConsequence ? before : last
  if (!latest || (latest.type !== 'approved' && latest.type !== 'approved_by_admin')) return false
  const isOwn = latest.approval_id === round.id && latest.created_by === person.userId
  return isOwn && isWithinUndoTime(latest.created_at, now)
}

/** Opens the closed round again, with the versions that its approval covered. False: someone has acted on it. */
const reopen = async (
  call: ScopedCall,
  post: LockedPost,
  social: LockedSocial,
  round: Round,
): Promise<boolean> => {
  const { tx, now } = call
  const following = openRoundOf(post, social.id)
  if (following) {
    const approvers = await readApprovers(tx, following.id)
    if (approvers.some(({ contentDigest }) => contentDigest !== null)) return false
    if (!(await move(tx, approvalLifecycle, following.id, 'superseded', { closed_at: now }))) return false
  }
  const expected = following ? 'pending_external_approval' : 'approved'
  if (social.status !== expected) return false
  if (!(await move(tx, approvalLifecycle, round.id, 'reopened', { closed_at: null }))) return false
  const covered = post.socials.filter(other => other.id === social.id || isCoveredWith(post, other, social))
  if (!(await movePostSocials(contextOf(call), covered, `${round.type}_round_reopened`, uncleared)))
    return false
  await keepDecidedAccounts(tx, { carrier: social, members: covered })
  return true
}

/** A version without rounds of its own that the same decision moved, in the same transaction, and that nothing has changed since. */
const isCoveredWith = (post: LockedPost, other: LockedSocial, social: LockedSocial): boolean =>
  other.status === social.status &&
  other.updated_at.getTime() === social.updated_at.getTime() &&
  roundsOf(post, other.id).every(({ status }) => status === 'superseded')
