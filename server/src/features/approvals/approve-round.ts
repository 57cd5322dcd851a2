import type * as contract from '#domain/approvals/contract.ts'
import { approvalObstacle, hasRoundRole, isRoundApproved } from '#domain/approvals/rounds.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import { isAdmin } from '#domain/permissions/can.ts'
import { isSettingOn } from '#domain/permissions/settings.ts'
import { isVisibleTo } from '#domain/posts/status.ts'
import { statusRefusal } from '#domain/posts/status-refusal.ts'
import { getDigest } from '#server/features/posts/content.ts'
import type { LockedSocial } from '#server/features/posts/locks.ts'
import { answerPost } from '#server/features/posts/posts.ts'
import type { Round } from '#server/features/posts/rounds.ts'
import { listPeople } from '#server/features/projects/people.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { contextOf, emitRoundEvent, recordAction } from './history.ts'
import {
  followersIn,
  isLedByMasterIn,
  type LockedVersion,
  ledByMaster,
  lockPostOf,
  openRoundOf,
  roundsOf,
} from './locked-post.ts'
import { readApprovers, recordApproval } from './round-approvers.ts'
import { closeRoundAsApproved, saidIn } from './rounds.ts'
import { keepReviewed } from './snapshots/reviewed-contents.ts'

type Refusal = Extract<Answer<typeof contract.approveRound>, Failure>

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
  await recordApproval(call, round.id, digest)
  const byAdmin = isAdmin(scope)
  const context = contextOf(call)
  const type = byAdmin ? 'approved_by_admin' : 'approved'
  const actionId = await recordAction(context, social, round, { type, message: body.message })
  await keepReviewed(context, [{ actionId, postSocialId: social.id }])
  const isClosed = isRoundApproved(
    { type: round.type, approvers: await readApprovers(tx, round.id), digest },
    { isSingleRound: isSettingOn(scope.settings, 'single-round-internal-approve'), byAdmin },
  )
  if (!isClosed)
    await emitRoundEvent(context, 'approval.round_approved', social, {
      round: round.type,
      is_partial: true,
      ...saidIn(body),
    })
  else {
    const people = await listPeople(tx, scope, call.services.config.publicUrl)
    if (!(await closeRoundAsApproved(context, { post, social, round, message: body.message }, people)))
      return statusRefusal([social.status])
  }
  return post.id
}

/** The round is still open: others have to approve it as well. */
const alreadyApproved = ({ approvers }: Round, { person }: ScopedCall): Refusal => {
  const others = approvers.filter(({ id, has_approved }) => id !== person.userId && !has_approved)
  const waiting = others.length > 0 ? ` Waiting for ${others.map(({ name }) => name).join(', ')}.` : ''
  return fail('already_decided', { message: `You have approved this already.${waiting}` })
}

/** An approval names the version of everything it covers: the approver has not seen what was edited in the meantime (decision 28). */
const versionsRefusal = (
  seen: Input<typeof contract.approveRound>['body']['versions'],
  covered: readonly LockedSocial[],
): Refusal | null => {
  if (seen === undefined) return covered.length === 1 ? null : versionsMissing(covered)
  const isSeen = ({ id, version }: LockedSocial) =>
    seen.some(one => one.post_social_id === id && one.version === version)
  return seen.length === covered.length && covered.every(isSeen) ? null : fail('stale_version')
}

const versionsMissing = (covered: readonly LockedSocial[]): Refusal => {
  const networks = covered.map(social => social.social_network).join(', ')
  const text = `This approval covers several networks (${networks}): send the version of each in \`versions\`.`
  return fail('validation_error', { message: text, errors: { versions: [text] } })
}

/** The open round, if it is the one that the caller means; a second click finds a round that is already closed. */
const findRoundToApprove = (
  { scope }: ScopedCall,
  { post, social }: LockedVersion,
  approvalId: number | undefined,
): Round | Refusal => {
  const rounds = roundsOf(post, social.id)
  if (approvalId !== undefined && rounds.every(round => round.id !== approvalId)) return fail('not_found')
  const open = openRoundOf(post, social.id)
  const isMeant = open !== null && (approvalId === undefined || approvalId === open.id)
  if (isMeant && isLedByMasterIn(post, social.id)) return ledByMaster
  // If the open round is not theirs to decide, their own approval may have closed the one before it.
  if (isMeant && hasRoundRole(scope, open.type)) return open
  const closed = rounds.findLast(round => round.status !== 'open' && hasRoundRole(scope, round.type))
  if (closed && (closed.status === 'approved' || approvalId !== undefined)) return fail('already_decided')
  return isMeant ? open : statusRefusal([social.status])
}
