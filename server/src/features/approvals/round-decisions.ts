import type * as contract from '#domain/approvals/contract.ts'
import { hasRoundRole, isRoundApproved } from '#domain/approvals/rounds.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import { isAdmin } from '#domain/permissions/can.ts'
import { isSettingOn } from '#domain/permissions/settings.ts'
import { statusRefusal } from '#domain/posts/status-refusal.ts'
import type { LockedSocial } from '#server/features/posts/locks.ts'
import type { Round } from '#server/features/posts/rounds.ts'
import { listPeople } from '#server/features/projects/people.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { contextOf, emitRoundEvent, recordAction } from './history.ts'
import { isLedByMasterIn, type LockedVersion, ledByMaster, openRoundOf, roundsOf } from './locked-post.ts'
import { readApprovers, recordApproval } from './round-approvers.ts'
import { closeRoundAsApproved, saidIn } from './rounds.ts'
import { keepReviewed } from './snapshots/reviewed-contents.ts'

export type Refusal = Extract<Answer<typeof contract.approveRound>, Failure>

type GivenApproval = {
  readonly round: Round
  /** Of the content that the version has. */
  readonly digest: string
  readonly message?: string | undefined
  /** Given by proposing words that were taken. */
  readonly isByProposal?: boolean
}

/**
 * Records the caller's approval, and closes the round if nobody else has to decide (docs/product/approvals.md "Approving"). False: the
 * status of a version did not allow it.
 */
export const giveApproval = async (
  call: ScopedCall,
  { post, social }: LockedVersion,
  { round, digest, message, isByProposal }: GivenApproval,
): Promise<boolean> => {
  const { tx, scope } = call
  await recordApproval(call, round.id, digest)
  const byAdmin = isAdmin(scope)
  const context = contextOf(call)
  const type = byAdmin ? 'approved_by_admin' : 'approved'
  const actionId = await recordAction(context, social, round, { type, message, isByProposal })
  await keepReviewed(context, [{ actionId, postSocialId: social.id }])
  const isClosed = isRoundApproved(
    { type: round.type, approvers: await readApprovers(tx, round.id), digest },
    { isSingleRound: isSettingOn(scope.settings, 'single-round-internal-approve'), byAdmin },
  )
  if (isClosed) {
    const people = await listPeople(tx, scope, call.services.config.publicUrl)
    return closeRoundAsApproved(context, { post, social, round, message }, people)
  }
  const detail = { round: round.type, is_partial: true, ...saidIn({ message }) }
  await emitRoundEvent(context, 'approval.round_approved', social, detail)
  return true
}

/** An approval names the version of everything it covers: the approver has not seen what was edited in the meantime (decision 28). */
export const versionsRefusal = (
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
export const findRoundToApprove = (
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
