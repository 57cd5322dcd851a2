import { isLocalDate, isLocalTime } from '#domain/kernel/time.ts'
import type { ScheduleChoice } from '#web/features/schedules/api.ts'

/** The day and time in the address of a new post: `2026-12-01`, or `2026-12-01T09:30`. What does not exist is left out. */
export const presetOf = (date: string | undefined): Partial<Pick<ScheduleChoice, 'date' | 'time'>> => {
  const [, day, time] = /^([\d-]+)(?:T([\d:]+))?$/.exec(date ?? '') ?? []
  if (day === undefined || !isLocalDate(day)) return {}
  return time !== undefined && isLocalTime(time) ? { date: day, time } : { date: day }
}
