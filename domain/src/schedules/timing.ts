import { type LocalTime, readInstant } from '#domain/kernel/time.ts'
import type { PostType, SocialNetwork } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'

const MINUTE = 60_000

/** How long before its time a post must be scheduled, unless the installation says otherwise. (docs/product/schedules.md "Lead time") */
export const DEFAULT_LEAD_TIME_MINUTES = 240

/** From how long before the publish time a schedule may no longer be changed. (docs/product/schedules.md "Change block") */
export const CHANGE_BLOCK_MINUTES = 240

/** How late a draft may be before it is shown as overdue. (docs/product/schedules.md "Overdue") */
export const OVERDUE_GRACE_MINUTES = 15

/**
 * How late Galley may still publish a post by itself. After an outage of up to an hour it catches up; after that a person decides, as a
 * "good morning" sent in the evening is worse than one not sent.
 */
export const MISSED_WINDOW_MINUTES = 60

/** What the schedule modal starts with. (docs/product/schedules.md "Defaults") */
export const defaultScheduleTime: LocalTime = '23:00'
export const defaultIsAutoposting = true

/** The part of a schedule these rules look at. `datetime` is an instant: a Date, or ISO 8601 with its offset. */
export type ScheduledMoment = { datetime: Date | string; is_autoposting: boolean }

/**
 * The earliest publish time that may be chosen now, as an instant on a whole minute: schedules have no seconds.
 * (docs/product/schedules.md "Lead time")
 */
export function earliestPublishTime(now: Date, leadMinutes: number = DEFAULT_LEAD_TIME_MINUTES): Date {
  return new Date(Math.ceil((now.getTime() + leadMinutes * MINUTE) / MINUTE) * MINUTE)
}

/** Whether a post may be scheduled for the instant: it is at least the lead time away. (docs/product/schedules.md "Lead time") */
export function isOutsideLeadTime(
  instant: Date | string,
  now: Date,
  leadMinutes: number = DEFAULT_LEAD_TIME_MINUTES,
): boolean {
  return minutesUntil(instant, now) >= leadMinutes
}

/** The lead time as the refusal names it: `4 hours`, `90 minutes`, `1 hour`. */
export function leadTimeInWords(minutes: number = DEFAULT_LEAD_TIME_MINUTES): string {
  const [count, unit] = minutes > 0 && minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/**
 * Whether Change Schedule is blocked: an autoposting schedule, from 4 hours before its publish time until that time.
 * From the publish time on the publisher takes over, and the statuses decide. (docs/product/schedules.md "Change block")
 */
export function isChangeBlocked(schedule: ScheduledMoment, now: Date): boolean {
  const left = minutesUntil(schedule.datetime, now)
  return schedule.is_autoposting && left > 0 && left <= CHANGE_BLOCK_MINUTES
}

/** Whether something that should have gone out by now has not: its time plus 15 minutes is past. (docs/product/schedules.md "Overdue") */
export function isOverdue(datetime: Date | string, now: Date): boolean {
  return now.getTime() > overdueAfter(datetime)
}

/** The last moment at which it is not overdue, in milliseconds since 1970. */
export function overdueAfter(datetime: Date | string): number {
  return readInstant(datetime).getTime() + OVERDUE_GRACE_MINUTES * MINUTE
}

/**
 * Whether autoposting is forced off and disabled for a post of this type on these networks: for instagram stories and
 * media carousels. One schedule serves all versions of a post, so one such network is enough. (docs/product/schedules.md "Autoposting")
 */
export function mustNotAutopost(chosen: readonly SocialNetwork[], type: PostType): boolean {
  return chosen.some(name => networks[name].notAutopostedTypes.includes(type))
}

function minutesUntil(datetime: Date | string, now: Date): number {
  return (readInstant(datetime).getTime() - now.getTime()) / MINUTE
}
