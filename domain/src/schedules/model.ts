import { z } from 'zod'
import { day, id, instant } from '#domain/kernel/shapes.ts'

/**
 * When a post goes out (docs/product/schedules.md "Schedule"): the wall-clock date and time, the zone they were meant in, and the
 * instant derived from them (docs/product/schedules.md "Time").
 */
export const schedule = z.strictObject({
  id,
  schedule_id: id,
  post_id: id,
  date: day,
  time: z.string(),
  datetime: instant,
  timezone: z.string(),
  is_autoposting: z.boolean(),
})
export type Schedule = z.output<typeof schedule>

/** A time at which a post could go out, as the wall clock of the project shows it. */
export const freeSlot = schedule.pick({ date: true, time: true, timezone: true, datetime: true })
