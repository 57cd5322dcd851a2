import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { postSocialLifecycle } from '#domain/posts/status.ts'
import type * as contract from '#domain/schedules/contract.ts'
import { move } from '#server/platform/db/move.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { changeRefusal, lockSchedules, scheduledTime, touchPosts } from './schedules.ts'

/** Takes a post off the schedule. A version that had skipped approval was cleared for that time only, and becomes a draft again. */
export const deleteSchedule = async (
  { params }: Input<typeof contract.deleteSchedule>,
  call: ScopedCall,
): Promise<Answer<typeof contract.deleteSchedule>> => {
  const { tx, now } = call
  const [locked] = (await lockSchedules(call, [params.scheduleId])) ?? []
  if (!locked) return fail('not_found')
  const code = changeRefusal(locked, now)
  if (code) return fail(code)
  const { schedule, socials } = locked
  await tx
    .updateTable('schedules')
    .set({ deleted_at: now, updated_at: now })
    .where('id', '=', schedule.id)
    .execute()
  for (const { id } of socials.filter(social => social.status === 'scheduled'))
    await move(tx, postSocialLifecycle, id, 'clearance_withdrawn', { cleared_digest: null, updated_at: now })
  await touchPosts(call, [schedule.post_id])
  await call.emit({
    type: 'schedule.deleted',
    postId: schedule.post_id,
    detail: { before: scheduledTime(schedule) },
  })
  return {}
}
