import type * as contract from '#domain/approvals/contract.ts'
import { REMIND_PAUSE_MINUTES } from '#domain/approvals/reminders.ts'
import { sendingNotifiedAt } from '#domain/approvals/undo.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { statusRefusal } from '#domain/posts/status-refusal.ts'
import { contextOf, emitRoundEvent } from '#server/features/approvals/history.ts'
import { isLedByMasterIn, lockPosts, openRoundOf } from '#server/features/approvals/locked-post.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

/** Reminders by hand have no deadline of their own: one row a round, with the time of the last one. */
const BY_HAND = { hours: -1, deadline_at: new Date(0) }

/** Reminds everybody who has not decided about the post, at most once in a while. */
export const remindApprovers = async (
  { body }: Input<typeof contract.remindApprovers>,
  call: ScopedCall,
): Promise<Answer<typeof contract.remindApprovers>> => {
  const { tx, scope, now } = call
  const [post] = (await lockPosts(tx, scope, [body.post_id])) ?? []
  if (!post) return fail('not_found')
  const waiting = post.socials.flatMap(social => {
    const round = openRoundOf(post, social.id)
    return round && !isLedByMasterIn(post, social.id) ? [{ social, round }] : []
  })
  if (waiting.length === 0) return statusRefusal(post.socials.map(({ status }) => status))
  const since = new Date(now.getTime() - REMIND_PAUSE_MINUTES * 60_000)
  const recorded = await tx
    .insertInto('approval_reminders')
    .values(
      waiting.map(({ round }) => ({
        approval_id: round.id,
        project_id: scope.projectId,
        ...BY_HAND,
        sent_at: now,
      })),
    )
    .onConflict(conflict =>
      conflict
        .columns(['approval_id', 'deadline_at', 'hours'])
        .doUpdateSet({ sent_at: now })
        .where('approval_reminders.sent_at', '<=', since),
    )
    .returning('approval_id')
    .execute()
  const reminded = waiting.filter(({ round }) => recorded.some(({ approval_id }) => approval_id === round.id))
  if (reminded.length === 0) return fail('already_reminded')
  const context = contextOf(call)
  for (const { social, round } of reminded) {
    // Not before people are notified of the sending itself, which can be undone until then.
    const notifyFrom = sendingNotifiedAt(new Date(round.opened_at), call.services.config.SEND_UNDO_SECONDS)
    await emitRoundEvent(context, 'approval.reminded', social, { round: round.type }, notifyFrom)
  }
  return { post_id: post.id, reminded_at: now.toISOString() }
}
