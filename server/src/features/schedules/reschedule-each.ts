import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import { isTimezone } from '#domain/kernel/time.ts'
import type * as contract from '#domain/schedules/contract.ts'
import type { Schedule } from '#domain/schedules/model.ts'
import { lockPostSocials } from '#server/features/posts/locks.ts'
import { toSchedule } from '#server/features/posts/schedules.ts'
import { inSavepoint } from '#server/platform/db/savepoint.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { lockSchedules, planFor, reschedule, updateRefusal } from './schedules.ts'

type Wanted = Input<typeof contract.rescheduleEach>['body']['schedules'][number]
type Moved = { readonly schedule: Schedule; readonly before: Schedule }

/** Moves each schedule to its own time; what is refused stays as it is, and the others move. */
export const rescheduleEach = async (
  { body }: Input<typeof contract.rescheduleEach>,
  call: ScopedCall,
): Promise<Answer<typeof contract.rescheduleEach>> => {
  await lockPosts(
    call,
    body.schedules.map(({ schedule_id }) => schedule_id),
  )
  const results = new Map<number, Moved | Failure>()
  for (const wanted of body.schedules)
    results.set(wanted.schedule_id, await inSavepoint(call.tx, () => moveOne(call, wanted)))
  return body.schedules.flatMap(({ schedule_id }) => {
    const result = results.get(schedule_id)
    if (!result) return []
    const { schedule, before } = isFailure(result) ? { schedule: null, before: null } : result
    return [{ schedule_id, refusal: isFailure(result) ? result.message : null, schedule, before }]
  })
}

/** All of them before the first is moved, in the order of everything that locks several posts: one by one, two calls would deadlock. */
const lockPosts = async ({ tx, scope }: ScopedCall, scheduleIds: readonly number[]): Promise<void> => {
  const schedules = await tx
    .selectFrom('schedules')
    .select('post_id')
    .where('id', 'in', scheduleIds)
    .where('project_id', '=', scope.projectId)
    .execute()
  const postIds = schedules.map(({ post_id }) => post_id)
  if (postIds.length > 0) await lockPostSocials(tx, scope, postIds)
}

const moveOne = async (call: ScopedCall, wanted: Wanted): Promise<Moved | Failure> => {
  const { schedule_id, seen, timezone = call.scope.timezone, date, time, is_autoposting } = wanted
  if (!isTimezone(timezone)) return fail('validation_error', { message: 'Not a time zone' })
  const locked = await lockSchedules(call, [schedule_id])
  const [only] = locked ?? []
  if (!locked || !only) return fail('post_not_found')
  const before = toSchedule(only.schedule)
  if (before.datetime !== seen.datetime || before.is_autoposting !== seen.is_autoposting)
    return fail('stale_version', { message: 'Somebody has rescheduled it in the meantime.' })
  const zoned = { ...call, scope: { ...call.scope, timezone } }
  const plan = planFor(zoned, { date, time, is_autoposting })
  if (isFailure(plan)) return plan
  const code = updateRefusal(only, plan, call.now)
  if (code) return fail(code)
  const moved = await reschedule(call, locked, plan)
  if (isFailure(moved)) return moved
  const [schedule] = moved
  return schedule ? { schedule, before } : fail('post_not_found')
}
