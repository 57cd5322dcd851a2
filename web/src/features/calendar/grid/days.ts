import type { CalendarEntry } from '#domain/calendar/entries.ts'
import type { LocalDate } from '#domain/kernel/time.ts'

/** The posts of each day, in their order. */
export type DaysOfEntries = ReadonlyMap<LocalDate, readonly CalendarEntry[]>

/** Groups posts by day. A day whose posts are those of `before` keeps its list, so that by identity it is seen to be unchanged. */
export const groupByDay = (entries: readonly CalendarEntry[], before: DaysOfEntries): DaysOfEntries => {
  const days = new Map<LocalDate, readonly CalendarEntry[]>(Map.groupBy(entries, ({ date }) => date))
  for (const [date, onDay] of days) {
    const old = before.get(date)
    if (old?.length === onDay.length && old.every((entry, index) => entry === onDay[index]))
      days.set(date, old)
  }
  return days
}
