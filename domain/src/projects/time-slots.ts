import { isLocalTime, type LocalTime } from '#domain/kernel/time.ts'
import { formatLocal, formats } from '#domain/kernel/time-format.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'

/** 1 for Monday to 7 for Sunday, as in ISO 8601. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7

/**
 * One of the usual times of a project: a wall-clock time of a weekday in the project's zone, whatever zone that is at the time. Without a
 * network it is for all of them. (docs/product/projects.md "Time slots")
 */
export type TimeSlot = {
  readonly weekday: Weekday
  readonly social_network: SocialNetwork | null
  readonly time: LocalTime
}

/** A slot an hour for every day, and some to spare: a longer list is a mistake. */
export const TIME_SLOTS_MAX = 200

export const weekdayNames: Readonly<Record<Weekday, string>> = {
  1: 'Monday',
  2: 'Tuesday',
  3: 'Wednesday',
  4: 'Thursday',
  5: 'Friday',
  6: 'Saturday',
  7: 'Sunday',
}

/** The days of the week, Monday first. */
export const weekdays: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7]

/** A slot in words: `Monday, 9:00 AM, Facebook`. */
export const timeSlotText = ({ weekday, time, social_network }: TimeSlot): string =>
  [
    weekdayNames[weekday],
    formatLocal({ date: '2000-01-01', time }, formats.time),
    social_network === null ? 'all networks' : networkNames[social_network],
  ].join(', ')

const keyOf = ({ weekday, time, social_network }: TimeSlot): string =>
  `${weekday} ${time} ${social_network ?? ''}`

/** In the order of the week; at the same time, the one for all networks first. */
export const inWeekOrder = <Slot extends TimeSlot>(slots: readonly Slot[]): Slot[] =>
  slots.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))

/** Those of `slots` that are not among `others`. */
export const slotsBeside = (slots: readonly TimeSlot[], others: readonly TimeSlot[]): TimeSlot[] => {
  const known = new Set(others.map(keyOf))
  return slots.filter(slot => !known.has(keyOf(slot)))
}

/** Why these cannot be the slots of a project, in words; null if they can. */
export const timeSlotsProblem = (slots: readonly TimeSlot[]): string | null => {
  if (slots.length > TIME_SLOTS_MAX)
    return `A project has ${TIME_SLOTS_MAX} time slots at most. These are ${slots.length}.`
  const wrong = slots.find(({ time }) => !isLocalTime(time))
  if (wrong) return `“${wrong.time}” is not a time of day.`
  const seen = new Set<string>()
  for (const slot of slots) {
    const key = keyOf(slot)
    if (seen.has(key)) return `${timeSlotText(slot)} is in the list twice.`
    seen.add(key)
  }
  return null
}
