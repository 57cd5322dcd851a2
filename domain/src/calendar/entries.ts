import { type LocalDate, type LocalTime, localOf, readInstant } from '#domain/kernel/time.ts'
import { badgeStatus, type PostSocialStatus, type PostStatus } from '#domain/posts/status.ts'
import type { CalendarItem } from './contract.ts'

/** An item on its day, by the wall clock of the project. */
export type CalendarEntry = {
  readonly item: CalendarItem
  readonly date: LocalDate
  readonly time: LocalTime
  readonly badge: PostSocialStatus | PostStatus
}

/** Puts items on the project's days, earliest first. */
export const entriesOf = (items: readonly CalendarItem[], timezone: string): CalendarEntry[] =>
  items
    .map(item => ({
      item,
      ...localOf(readInstant(item.datetime), timezone),
      badge: badgeStatus(item.post.post_socials.map(({ status }) => status)),
    }))
    .sort((a, b) => a.item.datetime.localeCompare(b.item.datetime) || a.item.id - b.item.id)
