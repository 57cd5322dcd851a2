import type * as contract from '#domain/approvals/contract.ts'
import { approvalObstacle } from '#domain/approvals/rounds.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import { isVisibleTo } from '#domain/posts/status.ts'
import { statusRefusal } from '#domain/posts/status-refusal.ts'
import { getDigest } from '#server/features/posts/content.ts'
import { answerPost } from '#server/features/posts/posts.ts'
import type { Round } from '#server/features/posts/rounds.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { followersIn, lockPostOf } from './locked-post.ts'
import { approveByProposal } from './proposals/approve-by-proposal.ts'
import { withdrawOwnProposals } from './proposals/text-proposals.ts'
import { readApprovers } from './round-approvers.ts'
import { findRoundToApprove, giveApproval, type Refusal, versionsRefusal } from './round-decisions.ts'

export const approveRound = async (
  { body }: Input<typeof contract.approveRound>,
  call: ScopedCall,
): Promise<Answer<typeof contract.approveRound>> => {
  const postId = await approveOpenRound(body, call)
  return isFailure(postId) ? postId : answerPost(call.tx, call, postId, call.now)
}

/**
 * Approves the open round of a version, and closes the round if nobody else has to decide (docs/product/approvals.md "Approving").
 * @returns the id of its post
 */
export const approveOpenRound = async (
  body: Input<typeof contract.approveRound>['body'],
  call: ScopedCall,
): Promise<number | Refusal> => {
  const { tx, scope } = call
  const locked = await lockPostOf(tx, scope, body.post_social_id)
  if (!locked || !isVisibleTo(locked.social, scope.role)) return fail('not_found')
  const { post, social } = locked
  if (body.version !== undefined && body.version !== social.version) return fail('stale_version')
  const round = findRoundToApprove(call, locked, body.approval_id)
  if (isFailure(round)) return round
  const unseen = versionsRefusal(body.versions, [social, ...followersIn(post, social)])
  if (unseen) return unseen
  const digest = await getDigest(tx, social.id)
  const approvers = await readApprovers(tx, round.id)
  const obstacle = approvalObstacle(scope, call.person.userId, { type: round.type, approvers, digest })
  if (obstacle) return obstacle === 'already_decided' ? alreadyApproved(round, call) : fail(obstacle)
  // Whoever approves it as it is no longer asks for other words.
  await withdrawOwnProposals(call, social.id)
  if (!(await giveApproval(call, locked, { round, digest, message: body.message })))
    return statusRefusal([social.status])
  // The words may be proposed by somebody whose turn comes with it.
  await approveByProposal(call, social.id)
  return post.id
}

/** The round is still open: others have to approve it as well. */
const alreadyApproved = ({ approvers }: Round, { person }: ScopedCall): Refusal => {
  const others = approvers.filter(({ id, has_approved }) => id !== person.userId && !has_approved)
  const waiting = others.length > 0 ? ` Waiting for ${others.map(({ name }) => name).join(', ')}.` : ''
  return fail('already_decided', { message: `You have approved this already.${waiting}` })
}
