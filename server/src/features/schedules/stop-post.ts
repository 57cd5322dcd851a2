import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { firstCommentNotes } from '#domain/publishing/first-comment.ts'
import type * as contract from '#domain/schedules/stop-contract.ts'
import { type LockedSocial, lockPostSocials } from '#server/features/posts/locks.ts'
import { withdrawUnsent } from '#server/features/posts/withdraw-unsent.ts'
import { giveUpComments } from '#server/features/publishing/engine/follow-up-rows.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { lockScheduleOf, removeSchedule, stateRefusal } from './schedules.ts'

/**
 * Takes a post out of its schedule until the moment of sending, also in the last hours, in which its time cannot be changed. What is not
 * sent when this is committed does not go out. A version that had skipped approval was cleared for that time only, and is a draft until
 * the stop is undone.
 */
export const stopPost = async (
  { params: { postId } }: Input<typeof contract.stopPost>,
  call: ScopedCall,
): Promise<Answer<typeof contract.stopPost>> => {
  const { tx, scope, person } = call
  const locked = await lockPostSocials(tx, scope, [postId])
  if (!locked) return fail('not_found')
  const now = await databaseNow(tx)
  const socials = await withdrawUnsent(tx, locked, { now, personId: person.userId })
  const sending = socials.filter(({ status }) => status === 'on_publishing')
  const isAllOut = socials.every(({ status }) => status === 'on_publishing' || status === 'live')
  const schedule = isAllOut ? undefined : await lockScheduleOf(tx, postId)
  const comments = { postId, response: firstCommentNotes.stopped, personId: person.userId }
  const isAnyStopped =
    (await giveUpComments(tx, comments)) > 0 ||
    locked.some(({ status }, index) => status !== socials[index]?.status)
  if (!schedule && !isAnyStopped) return nothingToStop(socials)
  if (schedule) {
    const cleared = await removeSchedule(call, { schedule, socials }, now)
    await tx
      .updateTable('schedules')
      .set({ stopped_clearances: JSON.stringify(cleared) })
      .where('id', '=', schedule.id)
      .execute()
  }
  return {
    schedule_id: schedule?.id ?? null,
    still_sending: sending.map(({ social_network }) => social_network),
  }
}

const nothingToStop = (socials: readonly LockedSocial[]) => {
  const refusal = stateRefusal(socials)
  return refusal
    ? fail(refusal)
    : fail('illegal_transition', { message: 'The post has no schedule, so it does not go out by itself.' })
}
