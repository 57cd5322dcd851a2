import type * as contract from '#domain/approvals/contract.ts'
import { nextRound, roundsOnPlan } from '#domain/approvals/plan.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { statusRefusal } from '#domain/posts/status-refusal.ts'
import { answerPost } from '#server/features/posts/posts.ts'
import { listPeople } from '#server/features/projects/people.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { contextOf, emitRoundEvent } from './history.ts'
import { lockPostOf, roundsOf, skippedBy } from './locked-post.ts'
import { closeRoundsOfFollowers, openRound, startExternalRound } from './rounds.ts'
import { keepReviewed } from './snapshots/reviewed-contents.ts'

/** Opens the round after a finished one, if the project has got an external approver since, or the plan has changed. */
export const startNextRound = async (
  { body }: Input<typeof contract.startNextRound>,
  call: ScopedCall,
): Promise<Answer<typeof contract.startNextRound>> => {
  const { tx, scope } = call
  const locked = await lockPostOf(tx, scope, body.post_social_id)
  if (!locked) return fail('not_found')
  const { post, social } = locked
  const last = roundsOf(post, social.id).at(-1)
  if (last?.status !== 'approved' || social.status !== 'approved') return statusRefusal([social.status])
  const people = await listPeople(tx, scope, call.services.config.publicUrl)
  const skipped = skippedBy(post, social)
  const following = nextRound(roundsOnPlan(skipped, people), last.type)
  if (following === null)
    return last.type === 'internal' && !skipped.includes('external')
      ? fail('no_approvers')
      : fail('illegal_transition', { message: 'No approval round is left for this post.' })
  const context = contextOf(call)
  const opened = await openRound(context, post, social, { type: following, number: last.round }, people)
  const moved = [social, ...(await closeRoundsOfFollowers(context, post, social))]
  if (!(await startExternalRound(context, moved))) return statusRefusal([social.status])
  await keepReviewed(context, [opened])
  await emitRoundEvent(context, 'approval.started', social, { round: following })
  return answerPost(call.tx, call, post.id, call.now)
}
