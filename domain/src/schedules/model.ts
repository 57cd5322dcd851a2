import { z } from 'zod'
import { day, id, instant } from '#domain/kernel/shapes.ts'

/**
 * When a post goes out, or once it is live, when it went out (docs/product/schedules.md "Once it is live"): the wall-clock date and time,
 * the zone they were meant in, and the instant derived from them (docs/product/schedules.md "Time"). `planned_datetime`: of a live post, the
 * time that it was planned for, if that was another minute.
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
  planned_datetime: instant.optional(),
})
export type Schedule = z.output<typeof schedule>

/** A time at which a post could go out, as the wall clock of the project shows it. */
export const freeSlot = schedule.pick({ date: true, time: true, timezone: true, datetime: true })
