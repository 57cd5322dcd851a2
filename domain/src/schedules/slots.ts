import { addDays, dayOfWeek, eachDay } from '#domain/kernel/days.ts'
import { instantOf } from '#domain/kernel/instant-of.ts'
import { dayOf, type LocalDate, type LocalDateTime, type LocalTime, localOf } from '#domain/kernel/time.ts'
import { formatLocal, formats } from '#domain/kernel/time-format.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { TimeSlot } from '#domain/projects/time-slots.ts'
import {
  DEFAULT_LEAD_TIME_MINUTES,
  defaultScheduleTime,
  isOutsideLeadTime,
  leadTimeInWords,
} from './timing.ts'

/** How far ahead a free slot is looked for: a slot a week that is taken for a year is not a free one. */
export const SLOT_HORIZON_DAYS = 366

/** When it is, where the project is, and how far ahead a post must be scheduled. */
export type SlotClock = {
  readonly now: Date
  readonly timezone: string
  readonly leadMinutes?: number
}

/**
 * The usual times of a day for a post on these networks, in order, each once: the slots for all networks and those for one of these.
 * (docs/product/schedules.md "Usual times")
 */
export function slotTimes(
  slots: readonly TimeSlot[],
  date: LocalDate,
  networks: readonly SocialNetwork[],
): LocalTime[] {
  const weekday = dayOfWeek(date) || 7
  const times = slots
    .filter(slot => slot.weekday === weekday)
    .filter(({ social_network: network }) => network === null || networks.includes(network))
    .map(({ time }) => time)
  return [...new Set(times)].sort()
}

/** The usual time of a day: its first slot, or 11:00 PM on a day without one. (docs/product/schedules.md "Usual times") */
export function usualTime(
  slots: readonly TimeSlot[],
  date: LocalDate,
  networks: readonly SocialNetwork[],
): LocalTime {
  return slotTimes(slots, date, networks)[0] ?? defaultScheduleTime
}

/**
 * The time at which a new post of that day is scheduled: the usual one, or the first later slot of the day that is far enough ahead.
 * Null: none is. (docs/product/schedules.md "Usual times")
 */
export function timeOnDay(
  slots: readonly TimeSlot[],
  date: LocalDate,
  networks: readonly SocialNetwork[],
  clock: SlotClock,
): LocalTime | null {
  const times = slotTimes(slots, date, networks)
  const candidates = times.length > 0 ? times : [defaultScheduleTime]
  return candidates.find(time => isFarEnough({ date, time }, clock)) ?? null
}

/** The first day, in the project's zone, on which a new post gets a time: the day of a post that is begun without one. */
export function firstDayWithTime(
  slots: readonly TimeSlot[],
  networks: readonly SocialNetwork[],
  clock: SlotClock,
): LocalDate {
  const today = dayOf(clock.now, clock.timezone)
  const days = eachDay({ start: today, end: addDays(today, 7) })
  return days.find(date => timeOnDay(slots, date, networks, clock) !== null) ?? today
}

/** Why a new post of a day did not get its usual time, in words. */
export function tooNearText(usual: LocalTime, leadMinutes?: number): string {
  const time = formatLocal({ date: '2000-01-01', time: usual }, formats.time)
  return `${time} is not at least ${leadTimeInWords(leadMinutes)} away.`
}

const isFarEnough = (local: LocalDateTime, { now, timezone, leadMinutes }: SlotClock): boolean =>
  isOutsideLeadTime(instantOf({ ...local, timezone }), now, leadMinutes ?? DEFAULT_LEAD_TIME_MINUTES)

/** A slot on a day, as the wall clock of the project shows it, and its instant. */
export type FreeSlot = LocalDateTime & { readonly instant: Date }

/**
 * The first slot that is at least the lead time away and not occupied, for a post on these networks; null: there is none within a year.
 * A slot that a clock change skips counts as the first time that exists, one that occurs twice as the first; the answer names the time
 * that the clock shows. (docs/product/schedules.md "Next free slot")
 * @param isOccupied whether a post on one of these networks goes out at that instant
 */
export function nextFreeSlot(
  slots: readonly TimeSlot[],
  networks: readonly SocialNetwork[],
  clock: SlotClock,
  isOccupied: (instant: Date) => boolean,
): FreeSlot | null {
  const { now, timezone, leadMinutes = DEFAULT_LEAD_TIME_MINUTES } = clock
  const today = dayOf(now, timezone)
  for (let ahead = 0; ahead <= SLOT_HORIZON_DAYS; ahead++) {
    const date = addDays(today, ahead)
    for (const time of slotTimes(slots, date, networks)) {
      const instant = instantOf({ date, time, timezone })
      if (!isOutsideLeadTime(instant, now, leadMinutes) || isOccupied(instant)) continue
      return { ...localOf(instant, timezone), instant }
    }
  }
  return null
}
