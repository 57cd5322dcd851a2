import { addDays } from '#domain/kernel/days.ts'
import { type LocalDateTime, localOf, readInstant } from '#domain/kernel/time.ts'
import type { Schedule } from './model.ts'

type Meant = Pick<Schedule, 'date' | 'time' | 'timezone' | 'datetime'>

/**
 * The day and time of a schedule by the clock of `timezone`. As it was meant, if it was meant in this zone: 02:30 in a night whose clocks
 * skip it stays 02:30, although the post goes out at 03:00.
 */
export const meantTime = (schedule: Meant, timezone: string): LocalDateTime =>
  schedule.timezone === timezone
    ? { date: schedule.date, time: schedule.time }
    : localOf(readInstant(schedule.datetime), timezone)

/** A schedule moved by whole days, at the same time of the wall clock (docs/product/bulk-edits.md "Times"). */
export const shiftByDays = (schedule: Meant, days: number, timezone: string): LocalDateTime => {
  const { date, time } = meantTime(schedule, timezone)
  return { date: addDays(date, days), time }
}
