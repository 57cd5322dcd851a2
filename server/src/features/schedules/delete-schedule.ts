import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/schedules/contract.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { changeRefusal, lockSchedules, removeSchedule } from './schedules.ts'

/** Takes a post off the schedule. A version that had skipped approval was cleared for that time only, and becomes a draft again. */
export const deleteSchedule = async (
  { params }: Input<typeof contract.deleteSchedule>,
  call: ScopedCall,
): Promise<Answer<typeof contract.deleteSchedule>> => {
  const { now } = call
  const [locked] = (await lockSchedules(call, [params.scheduleId])) ?? []
  if (!locked) return fail('not_found')
  const code = changeRefusal(locked, now)
  if (code) return fail(code)
  await removeSchedule(call, locked, now)
  return {}
}
