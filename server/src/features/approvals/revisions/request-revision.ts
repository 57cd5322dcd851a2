import type * as contract from '#domain/approvals/contract.ts'
import { revisionObstacle } from '#domain/approvals/rounds.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import { statusRefusal } from '#domain/posts/status-refusal.ts'
import { isLedByMasterIn, ledByMaster } from '#server/features/approvals/locked-post.ts'
import { readApprovers } from '#server/features/approvals/round-approvers.ts'
import { withConvertedPictures } from '#server/features/media/conversation-pictures.ts'
import { answerPost } from '#server/features/posts/posts.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { emptyRevision } from './own-revision.ts'
import { canBeTakenBack, hasRevision, lockTarget, requestChanges, type Target } from './revisions.ts'

/** Sends a version back with the changes wanted: from an open round, or from an approved one ("Unapprove and request revision"). */
export const requestRevision = async (
  { body }: Input<typeof contract.requestRevision>,
  received: ScopedCall,
): Promise<Answer<typeof contract.requestRevision>> => {
  const call = await withConvertedPictures(received)
  if (isFailure(call)) return call
  const target = await lockTarget(call, body)
  if (!target) return fail('not_found')
  if (!hasRevision(call, body)) return emptyRevision
  const refusal = (await revisionRefusal(call, target)) ?? (await requestChanges(call, target, body))
  return refusal ?? answerPost(call.tx, call, target.post.id, call.now)
}

/** Why the caller cannot send this version back now, or null. Anyone who sees the round may take its approval back. */
const revisionRefusal = async (
  { tx, scope, person }: ScopedCall,
  target: Target,
): Promise<Failure<'illegal_transition' | 'already_decided' | 'not_your_turn' | 'forbidden'> | null> => {
  const { post, social, round } = target
  if (canBeTakenBack(target)) return null
  if (round.status === 'approved' && social.status !== 'approved') return statusRefusal([social.status])
  if (round.status !== 'open') return fail('already_decided')
  if (isLedByMasterIn(post, social.id)) return ledByMaster
  const approvers = await readApprovers(tx, round.id)
  const obstacle = revisionObstacle(scope, person.userId, { type: round.type, approvers })
  return obstacle === null ? null : fail(obstacle)
}
