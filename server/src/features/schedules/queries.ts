import type { FailureCode } from '#domain/kernel/failure.ts'
import { postStatus } from '#domain/posts/status.ts'
import { isChangeBlocked } from '#domain/schedules/timing.ts'
import { type LockedSocial, lockPostSocials } from '#server/features/posts/locks.ts'
import { withdrawUnsent } from '#server/features/posts/withdraw-unsent.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

/** A schedule with the versions of its post, all held by the transaction. */
export type HeldSchedule = { readonly schedule: Row<'schedules'>; readonly socials: readonly LockedSocial[] }

/**
 * These schedules with their posts' versions, held to be changed: the post socials first, as everywhere; what was on its way by its
 * schedule and is not sent yet is taken back. In the order of the ids given; null when one is not there (any more).
 */
export const holdSchedules = async (
  { tx, scope, person, now }: ScopedCall,
  scheduleIds: readonly number[],
): Promise<HeldSchedule[] | null> => {
  const ids = [...new Set(scheduleIds)]
  const select = tx
    .selectFrom('schedules')
    .selectAll()
    .where('id', 'in', ids)
    .where('project_id', '=', scope.projectId)
    .where('deleted_at', 'is', null)
  const posts = await select.execute()
  const postIds = posts.map(schedule => schedule.post_id)
  const held = postIds.length > 0 ? await lockPostSocials(tx, scope, postIds) : null
  const locked = held && (await withdrawUnsent(tx, held, { now, personId: person.userId }))
  // read again: whoever held the posts before us may have moved or deleted them
  const schedules = locked ? await select.execute() : []
  if (!locked || schedules.length < ids.length) return null
  const byId = new Map(schedules.map(schedule => [schedule.id, schedule]))
  const byPost = Map.groupBy(locked, social => social.post_id)
  return ids.flatMap(id => {
    const schedule = byId.get(id)
    return schedule ? [{ schedule, socials: byPost.get(schedule.post_id) ?? [] }] : []
  })
}

/** Why the post's state forbids to schedule it, change its schedule or take it off, or null. */
export const stateRefusal = (
  socials: readonly LockedSocial[],
): Extract<FailureCode, 'being_published' | 'already_live'> | null => {
  if (socials.some(social => social.status === 'on_publishing')) return 'being_published'
  return postStatus(socials.map(social => social.status)) === 'live' ? 'already_live' : null
}

/** As `stateRefusal`, and whether it is too late to change this schedule. */
export const changeRefusal = (
  { schedule, socials }: HeldSchedule,
  now: Date,
): Extract<FailureCode, 'being_published' | 'already_live' | 'change_blocked'> | null =>
  stateRefusal(socials) ?? (isChangeBlocked(schedule, now) ? 'change_blocked' : null)
