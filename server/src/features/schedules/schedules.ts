import { sql } from 'kysely'
import { type Failure, type FailureCode, fail } from '#domain/kernel/failure.ts'
import { instantOf } from '#domain/kernel/instant-of.ts'
import { localOf } from '#domain/kernel/time.ts'
import { postSocialLifecycle, postStatus } from '#domain/posts/status.ts'
import { statusRefusal } from '#domain/posts/status-refusal.ts'
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
import type { Tx } from '#server/platform/db/database.ts'
import { move } from '#server/platform/db/move.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { restoreStatus } from './restore-status.ts'

type When = { readonly date: string; readonly time: string; readonly is_autoposting: boolean }

/** A time as it will be stored, with its instant in the project's time zone. */
type Plan = When & { readonly timezone: string; readonly datetime: Date }

/**
 * The requested time, if it is outside the lead time (docs/product/schedules.md "Lead time"). A time that the clocks skip is stored as the
 * one at which the post goes out.
 */
export const planFor = ({ scope, services, now }: ScopedCall, when: When): Plan | Failure<'lead_time'> => {
  const { is_autoposting } = when
  const { timezone } = scope
  const lead = services.config.LEAD_TIME_MINUTES
  const datetime = instantOf({ ...when, timezone })
  if (!isOutsideLeadTime(datetime, now, lead))
    return fail('lead_time', { values: { lead: leadTimeInWords(lead) } })
  return { ...localOf(datetime, timezone), is_autoposting, timezone, datetime }
}

export const cannotAutopost = (socials: readonly LockedSocial[], { is_autoposting }: Plan): boolean =>
  is_autoposting && socials.some(social => mustNotAutopost([social.social_network], social.type))

type ChangeRefusal = Extract<
  FailureCode,
  'being_published' | 'already_live' | 'change_blocked' | 'autoposting_not_possible'
>

export const updateRefusal = (locked: LockedSchedule, plan: Plan, now: Date): ChangeRefusal | null =>
  changeRefusal(locked, now) ?? (cannotAutopost(locked.socials, plan) ? 'autoposting_not_possible' : null)

/** Writes the new time, so that the schedule is released then, and restores the status of what had failed or waited for a person. */
export const reschedule = async (
  call: ScopedCall,
  locked: readonly LockedSchedule[],
  plan: Plan,
): Promise<Schedule[] | Failure<'illegal_transition'>> => {
  const ids = locked.map(({ schedule }) => schedule.id)
  const rows = await call.tx
    .updateTable('schedules')
    .set({ ...plan, released_at: null, updated_at: call.now })
    .where('id', 'in', ids)
    .returningAll()
    .execute()
  const socials = locked.flatMap(one => one.socials)
  if (!(await restoreStatus(call, socials))) return statusRefusal(socials.map(({ status }) => status))
  await emitScheduled(
    call,
    'schedule.updated',
    rows,
    locked.map(({ schedule }) => schedule),
  )
  const byId = new Map(rows.map(row => [row.id, toSchedule(row)]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

type ScheduleRow = LockedSchedule['schedule']

/** A time as the activity shows it. */
const scheduledTime = ({ date, time, timezone, is_autoposting }: ScheduleRow) => ({
  date,
  time,
  timezone,
  is_autoposting,
})

/** Emits the event of each new time in its transaction, with the time `before` if there was one, and touches the posts. */
export const emitScheduled = async (
  call: ScopedCall,
  type: 'schedule.created' | 'schedule.updated',
  rows: readonly ScheduleRow[],
  before: readonly ScheduleRow[] = [],
): Promise<void> => {
  for (const row of rows) {
    const former = before.find(({ id }) => id === row.id)
    const detail = { ...scheduledTime(row), ...(former ? { before: scheduledTime(former) } : {}) }
    await call.emit({ type, postId: row.post_id, detail })
  }
  await touchPosts(
    call,
    rows.map(row => row.post_id),
  )
}

/** The schedule that a post has now, locked. */
export const lockScheduleOf = (tx: Tx, postId: number): Promise<ScheduleRow | undefined> =>
  tx
    .selectFrom('schedules')
    .selectAll()
    .where('post_id', '=', postId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/**
 * Takes a post off its schedule. A version that had skipped approval was cleared for that time only, and becomes a draft again.
 * @returns what was cleared so, by post social id
 */
export const removeSchedule = async (
  call: ScopedCall,
  { schedule, socials }: LockedSchedule,
  at: Date,
): Promise<Record<number, string>> => {
  const { tx, now } = call
  await tx
    .updateTable('schedules')
    .set({ deleted_at: at, updated_at: at })
    .where('id', '=', schedule.id)
    .execute()
  const clearances: Record<number, string> = {}
  for (const { id, status, cleared_digest } of socials) {
    if (status !== 'scheduled') continue
    await move(tx, postSocialLifecycle, id, 'clearance_withdrawn', { cleared_digest: null, updated_at: now })
    if (cleared_digest !== null) clearances[id] = cleared_digest
  }
  await touchPosts(call, [schedule.post_id])
  await call.emit({
    type: 'schedule.deleted',
    postId: schedule.post_id,
    detail: { before: scheduledTime(schedule) },
  })
  return clearances
}

const touchPosts = async ({ tx, now }: ScopedCall, postIds: readonly number[]): Promise<void> => {
  await tx.updateTable('posts').set({ updated_at: now }).where('id', 'in', postIds).execute()
}

/** A schedule with the versions of its post, all locked by this transaction. */
export type LockedSchedule = {
  readonly schedule: Row<'schedules'>
  readonly socials: readonly LockedSocial[]
}

/**
 * Locks these schedules and their posts' versions for a change: the post socials first, as everywhere. Publications that are not sent
 * yet are withdrawn. In the order of the ids; null when one no longer exists.
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
  const found = postIds.length > 0 ? await lockPostSocials(tx, scope, postIds) : null
  const locked = found && (await withdrawUnsent(tx, found, { now, personId: person.userId }))
  // Read again: the transaction that had the lock before may have moved or deleted them.
  const schedules = locked ? await select.execute() : []
  if (!locked || schedules.length < ids.length) return null
  const byId = new Map(schedules.map(schedule => [schedule.id, schedule]))
  const byPost = Map.groupBy(locked, social => social.post_id)
  return ids.flatMap(id => {
    const schedule = byId.get(id)
    return schedule ? [{ schedule, socials: byPost.get(schedule.post_id) ?? [] }] : []
  })
}

/** Why the post's status does not allow it to be scheduled or its schedule to be changed; null if it does. */
export const stateRefusal = (
  socials: readonly LockedSocial[],
): Extract<FailureCode, 'being_published' | 'already_live'> | null => {
  if (socials.some(social => social.status === 'on_publishing')) return 'being_published'
  return postStatus(socials.map(social => social.status)) === 'live' ? 'already_live' : null
}

/** Like `stateRefusal`, and also when it is too late to change this schedule (docs/product/schedules.md "Change block"). */
export const changeRefusal = (
  { schedule, socials }: LockedSchedule,
  now: Date,
): Extract<FailureCode, 'being_published' | 'already_live' | 'change_blocked'> | null =>
  stateRefusal(socials) ?? (isChangeBlocked(schedule, now) ? 'change_blocked' : null)

/** The projects of schedules whose posts are not deleted, for the session gate. */
export const projectsOfSchedules = (ids: readonly number[]) =>
  sql<{ id: number; project_id: number }>`
    select s.id, s.project_id from schedules s join posts p on p.id = s.post_id
    where s.id = any(${[...ids]}) and p.deleted_at is null`
