import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type FieldErrors, fail, failures, isFailure } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/schedules/contract.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { lockSchedules, planFor, reschedule, updateRefusal } from './schedules.ts'

/** Moves several schedules to one date and time: all or none; `errors` names each refused one by its id. */
export const updateSchedules = async (
  { body }: Input<typeof contract.updateSchedules>,
  call: ScopedCall,
): Promise<Answer<typeof contract.updateSchedules>> => {
  const locked = await lockSchedules(call, body.schedule_ids)
  if (!locked) return fail('not_found')
  const plan = planFor(call, body)
  if (isFailure(plan)) return plan
  const refused = locked.flatMap(one => {
    const code = updateRefusal(one, plan, call.now)
    return code ? [{ id: one.schedule.id, code }] : []
  })
  const [first] = refused
  if (first) {
    const errors: FieldErrors = {}
    for (const { id, code } of refused) errors[id] = [failures[code].message]
    return fail(first.code, { errors })
  }
  return reschedule(call, locked, plan)
}
