import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import {
  type Failure,
  type FailureCode,
  type FieldErrors,
  fail,
  failures,
  isFailure,
} from '#domain/kernel/failure.ts'
import { instantOf } from '#domain/kernel/time.ts'
import type {
  createSchedule,
  deleteSchedule,
  updateSchedule,
  updateSchedules,
} from '#domain/schedules/contract.ts'
import type { Schedule } from '#domain/schedules/model.ts'
import { isOutsideLeadTime, leadTimeInWords, mustNotAutopost } from '#domain/schedules/timing.ts'
import { type LockedSocial, lockPostSocials } from '#server/features/posts/locks.ts'
import { postNotFound, toSchedule } from '#server/features/posts/posts.ts'
import { move } from '#server/platform/db/move.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { changeRefusal, type HeldSchedule, holdSchedules, stateRefusal } from './queries.ts'
import { makeReady } from './restore-status.ts'

type When = { readonly date: string; readonly time: string; readonly is_autoposting: boolean }
/** A time as it will be stored, with the instant that it means in the project's zone. */
type Plan = When & { readonly timezone: string; readonly datetime: Date }

/** The time asked for, if it is far enough away. */
const planFor = ({ scope, services, now }: ScopedCall, when: When): Plan | Failure<'lead_time'> => {
  const { date, time, is_autoposting } = when
  const { timezone } = scope
  const lead = services.config.LEAD_TIME_MINUTES
  const datetime = instantOf({ date, time, timezone })
  if (!isOutsideLeadTime(datetime, now, lead))
    return fail('lead_time', { values: { lead: leadTimeInWords(lead) } })
  return { date, time, is_autoposting, timezone, datetime }
}

const cannotAutopost = (socials: readonly LockedSocial[], { is_autoposting }: Plan): boolean =>
  is_autoposting && socials.some(social => mustNotAutopost([social.social_network], social.type))

/**
 * Gives a post its time. A post has one schedule. Its content may still be incomplete: teams take a day in the calendar first and write
 * later; what the networks would not take is refused when the post is sent to approval, skips it or is published.
 */
export const schedulePost = async (
  { body }: Input<typeof createSchedule>,
  call: ScopedCall,
): Promise<Answer<typeof createSchedule>> => {
  const { tx, scope, now } = call
  const socials = await lockPostSocials(tx, scope, [body.post_id])
  if (!socials) return postNotFound(body.post_id)
  const existing = await tx
    .selectFrom('schedules')
    .select('id')
    .where('post_id', '=', body.post_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (existing)
    return fail('illegal_transition', { message: 'The post has a schedule already. Change that one.' })
  const refusal = stateRefusal(socials)
  if (refusal) return fail(refusal)
  const plan = planFor(call, body)
  if (isFailure(plan)) return plan
  if (cannotAutopost(socials, plan)) return fail('autoposting_not_possible')
  const row = await tx
    .insertInto('schedules')
    .values({ ...plan, post_id: body.post_id, project_id: scope.projectId, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (!(await makeReady(call, socials))) return fail('illegal_transition')
  await announce(call, 'schedule.created', [row])
  return toSchedule(row)
}

/** Moves one schedule. */
export const changeSchedule = async (
  { params, body }: Input<typeof updateSchedule>,
  call: ScopedCall,
): Promise<Answer<typeof updateSchedule>> => {
  if (body.schedule_id !== undefined && body.schedule_id !== params.scheduleId)
    return fail('validation_error', { errors: { schedule_id: ['Not the schedule of the address'] } })
  const held = await holdSchedules(call, [params.scheduleId])
  const [only] = held ?? []
  if (!held || !only) return fail('not_found')
  const plan = planFor(call, body)
  if (isFailure(plan)) return plan
  const code = refusalOf(only, plan, call.now)
  if (code) return fail(code)
  const moved = await reschedule(call, held, plan)
  return isFailure(moved) ? moved : (moved[0] ?? fail('not_found'))
}

/** Moves several schedules to one date and time: all, or none and each refused one by its id under `errors`. */
export const changeSchedules = async (
  { body }: Input<typeof updateSchedules>,
  call: ScopedCall,
): Promise<Answer<typeof updateSchedules>> => {
  const held = await holdSchedules(call, body.schedule_ids)
  if (!held) return fail('not_found')
  const plan = planFor(call, body)
  if (isFailure(plan)) return plan
  const refused = held.flatMap(one => {
    const code = refusalOf(one, plan, call.now)
    return code ? [{ id: one.schedule.id, code }] : []
  })
  const [first] = refused
  if (first) {
    const errors: FieldErrors = {}
    for (const { id, code } of refused) errors[id] = [failures[code].message]
    return fail(first.code, { errors })
  }
  return reschedule(call, held, plan)
}

type ChangeRefusal = Extract<
  FailureCode,
  'being_published' | 'already_live' | 'change_blocked' | 'autoposting_not_possible'
>

const refusalOf = (held: HeldSchedule, plan: Plan, now: Date): ChangeRefusal | null =>
  changeRefusal(held, now) ?? (cannotAutopost(held.socials, plan) ? 'autoposting_not_possible' : null)

/** Writes the new time; what had failed or waited for a person is ready again, and the due time is still to come again. */
const reschedule = async (
  call: ScopedCall,
  held: readonly HeldSchedule[],
  plan: Plan,
): Promise<Schedule[] | Failure<'illegal_transition'>> => {
  const ids = held.map(({ schedule }) => schedule.id)
  const rows = await call.tx
    .updateTable('schedules')
    .set({ ...plan, released_at: null, updated_at: call.now })
    .where('id', 'in', ids)
    .returningAll()
    .execute()
  const isReady = await makeReady(
    call,
    held.flatMap(({ socials }) => socials),
  )
  if (!isReady) return fail('illegal_transition')
  await announce(call, 'schedule.updated', rows)
  const byId = new Map(rows.map(row => [row.id, toSchedule(row)]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

/** Takes a post off the schedule. What had skipped approval was cleared for that time only, and is a draft again. */
export const unschedulePost = async (
  { params }: Input<typeof deleteSchedule>,
  call: ScopedCall,
): Promise<Answer<typeof deleteSchedule>> => {
  const { tx, now } = call
  const [held] = (await holdSchedules(call, [params.scheduleId])) ?? []
  if (!held) return fail('not_found')
  const code = changeRefusal(held, now)
  if (code) return fail(code)
  const { schedule, socials } = held
  await tx
    .updateTable('schedules')
    .set({ deleted_at: now, updated_at: now })
    .where('id', '=', schedule.id)
    .execute()
  for (const { id } of socials.filter(social => social.status === 'scheduled'))
    await move(tx, 'post_socials', id, 'clearance_withdrawn', { cleared_digest: null, updated_at: now })
  await touchPosts(call, [schedule.post_id])
  await call.emit({ type: 'schedule.deleted', postId: schedule.post_id })
  return {}
}

type ScheduleRow = HeldSchedule['schedule']

/** What follows from every written time, in its transaction: somebody looks at it when it comes, and open screens hear of it. */
const announce = async (
  call: ScopedCall,
  type: 'schedule.created' | 'schedule.updated',
  rows: readonly ScheduleRow[],
): Promise<void> => {
  for (const { id, post_id, date, time, is_autoposting, datetime } of rows) {
    await call.services.jobs.enqueue(call.tx, 'release-schedule', { scheduleId: id }, { runAt: datetime })
    await call.emit({ type, postId: post_id, detail: { date, time, is_autoposting } })
  }
  await touchPosts(
    call,
    rows.map(row => row.post_id),
  )
}

const touchPosts = async ({ tx, now }: ScopedCall, postIds: readonly number[]): Promise<void> => {
  await tx.updateTable('posts').set({ updated_at: now }).where('id', 'in', postIds).execute()
}
