import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/schedules/contract.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { lockSchedules, planFor, reschedule, updateRefusal } from './schedules.ts'

/** Moves one schedule. */
export const updateSchedule = async (
  { params, body }: Input<typeof contract.updateSchedule>,
  call: ScopedCall,
): Promise<Answer<typeof contract.updateSchedule>> => {
  if (body.schedule_id !== undefined && body.schedule_id !== params.scheduleId)
    return fail('validation_error', { errors: { schedule_id: ['Not the schedule of the address'] } })
  const locked = await lockSchedules(call, [params.scheduleId])
  const [only] = locked ?? []
  if (!locked || !only) return fail('not_found')
  const plan = planFor(call, body)
  if (isFailure(plan)) return plan
  const code = updateRefusal(only, plan, call.now)
  if (code) return fail(code)
  const moved = await reschedule(call, locked, plan)
  return isFailure(moved) ? moved : (moved[0] ?? fail('not_found'))
}
