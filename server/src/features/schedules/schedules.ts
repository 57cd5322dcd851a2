import { type Failure, type FailureCode, fail } from '#domain/kernel/failure.ts'
import { instantOf } from '#domain/kernel/time.ts'
import { postStatus } from '#domain/posts/status.ts'
import type { Schedule } from '#domain/schedules/model.ts'
import {
  isChangeBlocked,
  isOutsideLeadTime,
  leadTimeInWords,
  mustNotAutopost,
} from '#domain/schedules/timing.ts'
import { type LockedSocial, lockPostSocials } from '#server/features/posts/locks.ts'
import { toSchedule } from '#server/features/posts/schedules.ts'
import { withdrawUnsent } from '#server/features/posts/withdraw-unsent.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { restoreStatus } from './restore-status.ts'

type When = { readonly date: string; readonly time: string; readonly is_autoposting: boolean }

/** A time as it will be stored, with the instant that it means in the project's zone. */
type Plan = When & { readonly timezone: string; readonly datetime: Date }

/** The time asked for, if it is far enough away. */
export const planFor = ({ scope, services, now }: ScopedCall, when: When): Plan | Failure<'lead_time'> => {
  const { date, time, is_autoposting } = when
  const { timezone } = scope
  const lead = services.config.LEAD_TIME_MINUTES
  const datetime = instantOf({ date, time, timezone })
  if (!isOutsideLeadTime(datetime, now, lead))
    return fail('lead_time', { values: { lead: leadTimeInWords(lead) } })
  return { date, time, is_autoposting, timezone, datetime }
}

export const cannotAutopost = (socials: readonly LockedSocial[], { is_autoposting }: Plan): boolean =>
  is_autoposting && socials.some(social => mustNotAutopost([social.social_network], social.type))

type ChangeRefusal = Extract<
  FailureCode,
  'being_published' | 'already_live' | 'change_blocked' | 'autoposting_not_possible'
>

export const updateRefusal = (held: LockedSchedule, plan: Plan, now: Date): ChangeRefusal | null =>
  changeRefusal(held, now) ?? (cannotAutopost(held.socials, plan) ? 'autoposting_not_possible' : null)

/** Writes the new time; what had failed or waited for a person is ready again, and the due time is still to come again. */
export const reschedule = async (
  call: ScopedCall,
  held: readonly LockedSchedule[],
  plan: Plan,
): Promise<Schedule[] | Failure<'illegal_transition'>> => {
  const ids = held.map(({ schedule }) => schedule.id)
  const rows = await call.tx
    .updateTable('schedules')
    .set({ ...plan, released_at: null, updated_at: call.now })
    .where('id', 'in', ids)
    .returningAll()
    .execute()
  const isReady = await restoreStatus(
    call,
    held.flatMap(({ socials }) => socials),
  )
  if (!isReady) return fail('illegal_transition')
  await emitScheduled(call, 'schedule.updated', rows)
  const byId = new Map(rows.map(row => [row.id, toSchedule(row)]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

type ScheduleRow = LockedSchedule['schedule']

/** What follows from every written time, in its transaction: open screens hear of it. */
export const emitScheduled = async (
  call: ScopedCall,
  type: 'schedule.created' | 'schedule.updated',
  rows: readonly ScheduleRow[],
): Promise<void> => {
  for (const { post_id, date, time, is_autoposting } of rows) {
    await call.emit({ type, postId: post_id, detail: { date, time, is_autoposting } })
  }
  await touchPosts(
    call,
    rows.map(row => row.post_id),
  )
}

export const touchPosts = async ({ tx, now }: ScopedCall, postIds: readonly number[]): Promise<void> => {
  await tx.updateTable('posts').set({ updated_at: now }).where('id', 'in', postIds).execute()
}

/** A schedule with the versions of its post, all held by the transaction. */
export type LockedSchedule = {
  readonly schedule: Row<'schedules'>
  readonly socials: readonly LockedSocial[]
}

/**
 * These schedules with their posts' versions, held to be changed: the post socials first, as everywhere; what was on its way by its
 * schedule and is not sent yet is taken back. In the order of the ids given; null when one is not there (any more).
 */
export const lockSchedules = async (
  { tx, scope, person, now }: ScopedCall,
  scheduleIds: readonly number[],
): Promise<LockedSchedule[] | null> => {
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
  { schedule, socials }: LockedSchedule,
  now: Date,
): Extract<FailureCode, 'being_published' | 'already_live' | 'change_blocked'> | null =>
  stateRefusal(socials) ?? (isChangeBlocked(schedule, now) ? 'change_blocked' : null)
