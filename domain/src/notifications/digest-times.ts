import { addDays, dayOfWeek } from '#domain/kernel/days.ts'
import { instantOf } from '#domain/kernel/instant-of.ts'
import { localOf } from '#domain/kernel/time.ts'
import { type DeliveryMode, deliveryModes } from './kinds.ts'
import { type MailDay, timesOf } from './mail-days.ts'

const HOUR_MS = 3_600_000

/**
 * When a notification of this moment is mailed: with `hourly` at the next full hour, with `time_frame` at the next of the slots. A slot that
 * a clock change skips moves forward to the first time that exists; one that occurs twice is the first
 * (docs/product/notifications.md "Timeframe"). Without a slot it is hourly: nobody is to hear of nothing by a broken setting.
 */
export function mailedAt(
  now: Date,
  mode: DeliveryMode,
  { days, timezone }: { readonly days: readonly MailDay[]; readonly timezone: string },
): Date {
  if (mode === deliveryModes.immediate) return now
  const nextHour = new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS)
  if (mode === deliveryModes.hourly) return nextHour
  const { date } = localOf(now, timezone)
  // A week and a day: today's slot may be over, and the same weekday comes next week.
  const coming = Array.from({ length: 8 }, (_, days) => addDays(date, days))
    .flatMap(day => timesOf(days, dayOfWeek(day)).map(time => instantOf({ date: day, time, timezone })))
    .filter(instant => instant > now)
  return (
    coming.reduce<Date | null>((first, one) => (first === null || one < first ? one : first), null) ??
    nextHour
  )
}
