import { type LocalDate, type LocalTime, readInstant, wallClock } from '#domain/kernel/time.ts'
import { badgeStatus, type PostSocialStatus, type PostStatus } from '#domain/posts/status.ts'
import type { CalendarItem } from './contract.ts'

/** An item on its day, by the wall clock of the project. */
export type CalendarEntry = {
  readonly item: CalendarItem
  readonly date: LocalDate
  readonly time: LocalTime
  readonly badge: PostSocialStatus | PostStatus
}

/**
 * Puts items on the project's days, earliest first. `known` keeps the entry of each item: an item that has not changed keeps its entry, so
 * that the code that draws entries can tell by identity what has changed.
 */
export const entriesOf = (
  items: readonly CalendarItem[],
  timezone: string,
  known: WeakMap<CalendarItem, CalendarEntry> = new WeakMap(),
): CalendarEntry[] => {
  const clock = wallClock(timezone)
  return items
    .map(item => {
      const entry = known.get(item) ?? {
        item,
        ...clock(readInstant(item.datetime)),
        badge: badgeStatus(item.post.post_socials.map(({ status }) => status)),
      }
      known.set(item, entry)
      return entry
    })
    .sort((a, b) => compare(a.item.datetime, b.item.datetime) || a.item.id - b.item.id)
}

/** Instants as texts of one format: plain comparison is right, and many times faster than that of a language. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
