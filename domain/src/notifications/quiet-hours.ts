import { addDays, dayOfWeek } from '#domain/kernel/days.ts'
import { instantOf } from '#domain/kernel/instant-of.ts'
import { type LocalTime, localOf } from '#domain/kernel/time.ts'
import type { NotificationKind } from './kinds.ts'

/** When somebody wants no mails, by the clock of their own `timezone`. */
export type QuietHours = {
  /** On which days they begin: 0 for Sunday to 6 for Saturday. */
  readonly days: readonly number[]
  readonly from: LocalTime
  /** The next day, unless it is later than `from`. */
  readonly to: LocalTime
  readonly timezone: string
}

/** Lost by waiting: its moment passes in ten minutes (docs/product/notifications.md "Quiet hours"). */
export const breaksQuiet = (kind: NotificationKind): boolean => kind === 'endangered'

/** Whether what asks for a decision by this deadline would come too late at the end of quiet hours. A deadline that has passed waits. */
export const isTooLateAt = (until: Date, { deadline, now }: { deadline: Date; now: Date }): boolean =>
  now < deadline && deadline <= until

/** The quiet hours that begin on this day; a clock change can leave nothing of them. */
const beginningOn = (day: string, { from, to, timezone }: QuietHours) => ({
  start: instantOf({ date: day, time: from, timezone }),
  end: instantOf({ date: to > from ? day : addDays(day, 1), time: to, timezone }),
})

/**
 * When the quiet hours end that this moment is in, or null: it is in none. The moment at which they end is outside. Hours that follow one
 * another without a gap, as a clock change can make them, end with the last.
 */
export function quietUntil(now: Date, quiet: QuietHours): Date | null {
  const { date } = localOf(now, quiet.timezone)
  // Those of yesterday may still last; two weeks are more than any chain of them.
  const hours = Array.from({ length: 16 }, (_, n) => addDays(date, n - 1))
    .filter(day => quiet.days.includes(dayOfWeek(day)))
    .map(day => beginningOn(day, quiet))
  const until = hours.reduce(
    (moment, { start, end }) => (start <= moment && moment < end ? end : moment),
    now,
  )
  return until > now ? until : null
}
