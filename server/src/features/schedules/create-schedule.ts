import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import { statusRefusal } from '#domain/posts/status-refusal.ts'
import type * as contract from '#domain/schedules/contract.ts'
import { lockPostSocials } from '#server/features/posts/locks.ts'
import { postNotFound } from '#server/features/posts/posts.ts'
import { toSchedule } from '#server/features/posts/schedules.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { restoreStatus } from './restore-status.ts'
import { cannotAutopost, emitScheduled, lockScheduleOf, planFor, stateRefusal } from './schedules.ts'

/**
 * Schedules a post, which has one schedule at most. Its content may still be incomplete: teams often reserve a day in the calendar first
 * and write later. What networks would refuse is rejected when the post is sent for approval, skips it or is published (decision 7).
 */
export const createSchedule = async (
  { body }: Input<typeof contract.createSchedule>,
  call: ScopedCall,
): Promise<Answer<typeof contract.createSchedule>> => {
  const { tx, scope, now } = call
  const socials = await lockPostSocials(tx, scope, [body.post_id])
  if (!socials) return postNotFound(body.post_id)
  if (await lockScheduleOf(tx, body.post_id))
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
  if (!(await restoreStatus(call, socials))) return statusRefusal(socials.map(({ status }) => status))
  await emitScheduled(call, 'schedule.created', [row])
  return toSchedule(row)
}
