import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/schedules/contract.ts'
import { isOutsideLeadTime, leadTimeInWords } from '#domain/schedules/timing.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { type LockedSchedule, lockSchedules, reschedule, updateRefusal } from './schedules.ts'

/** Gives two posts each other's time; their content and so their approvals stay. A returned failure undoes both. */
export const swapSchedules = async (
  { body: { schedule_ids, datetimes } }: Input<typeof contract.swapSchedules>,
  call: ScopedCall,
): Promise<Answer<typeof contract.swapSchedules>> => {
  if (schedule_ids[0] === schedule_ids[1])
    return fail('validation_error', { errors: { schedule_ids: ['Two different schedules'] } })
  const locked = await lockSchedules(call, schedule_ids)
  const [first, second] = locked ?? []
  if (!first || !second) return fail('not_found')
  const isSeen = ({ schedule }: LockedSchedule, datetime: string) =>
    schedule.datetime.getTime() === new Date(datetime).getTime()
  if (!isSeen(first, datetimes[0]) || !isSeen(second, datetimes[1])) return fail('stale_version')
  const lead = call.services.config.LEAD_TIME_MINUTES
  if ([first, second].some(({ schedule }) => !isOutsideLeadTime(schedule.datetime, call.now, lead)))
    return fail('lead_time', { values: { lead: leadTimeInWords(lead) } })
  const pairs = [
    { moved: first, plan: planOf(first, second) },
    { moved: second, plan: planOf(second, first) },
  ]
  for (const { moved, plan } of pairs) {
    const code = updateRefusal(moved, plan, call.now)
    if (code) return fail(code)
  }
  const answers = []
  for (const { moved, plan } of pairs) {
    const answer = await reschedule(call, [moved], plan)
    if (isFailure(answer)) return answer
    answers.push(...answer)
  }
  return answers
}

/** The other's time, with the zone that it was meant in, and one's own autoposting. */
const planOf = ({ schedule: { is_autoposting } }: LockedSchedule, { schedule: other }: LockedSchedule) => {
  const { date, time, timezone, datetime } = other
  return { date, time, timezone, datetime, is_autoposting }
}
