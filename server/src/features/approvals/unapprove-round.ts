import type * as contract from '#domain/approvals/contract.ts'
import { approvalLifecycle } from '#domain/approvals/status.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import { can } from '#domain/permissions/can.ts'
import { statusRefusal } from '#domain/posts/status-refusal.ts'
import { withConvertedPictures } from '#server/features/media/conversation-pictures.ts'
import { answerPost } from '#server/features/posts/posts.ts'
import { move } from '#server/platform/db/move.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { contextOf, emitRoundEvent, recordAction } from './history.ts'
import {
  canBeTakenBack,
  hasRevision,
  lockTarget,
  type Refusal,
  requestChanges,
  type Target,
} from './revisions/revisions.ts'
import { closeRoundsOfFollowers, movePostSocials, uncleared } from './rounds.ts'
import { keepReviewed } from './snapshots/reviewed-contents.ts'

/** Takes an approval back. With a message, a checklist or pictures it also requests a revision (docs/product/approvals.md "Unapproving"). */
export const unapproveRound = async (
  { body }: Input<typeof contract.unapproveRound>,
  received: ScopedCall,
): Promise<Answer<typeof contract.unapproveRound>> => {
  const call = await withConvertedPictures(received)
  if (isFailure(call)) return call
  const target = await lockTarget(call, body)
  if (!target) return fail('not_found')
  const { post, social } = target
  if (social.status === 'live') return fail('already_live')
  if (social.status === 'on_publishing') return fail('being_published')
  if (!canBeTakenBack(target)) return notTheLatest(target)
  const isRevision = hasRevision(call, body)
  if (isRevision && !can(call.scope, 'post.makeRevision')) return fail('forbidden')
  const refusal = isRevision ? await requestChanges(call, target, body) : await unapprove(call, target)
  if (refusal) return refusal
  return answerPost(call.tx, call, post.id, call.now)
}

const notTheLatest = ({ social }: Target): Refusal =>
  social.status === 'approved'
    ? fail('illegal_transition', { message: 'This is not the latest approval of the post.' })
    : statusRefusal([social.status])

const unapprove = async (call: ScopedCall, { post, social, round }: Target): Promise<Refusal | null> => {
  const context = contextOf(call)
  const isMoved = await move(call.tx, approvalLifecycle, round.id, 'unapproved', { closed_at: call.now })
  if (!isMoved) return statusRefusal([social.status])
  const taken = [social, ...(await closeRoundsOfFollowers(context, post, social))]
  const set = () => ({ ...uncleared(), is_unapproved: true, sent_back_in: round.type })
  if (!(await movePostSocials(context, taken, 'unapproved', set))) return statusRefusal([social.status])
  const actionId = await recordAction(context, social, round, { type: 'unapproved' })
  await keepReviewed(context, [{ actionId, postSocialId: social.id }])
  await emitRoundEvent(context, 'approval.unapproved', social, { round: round.type })
  return null
}
