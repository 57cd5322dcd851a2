import { addDays, monthOf } from '#domain/kernel/days.ts'
import { dayOf, type LocalDate, type LocalDateTime, localOf } from '#domain/kernel/time.ts'
import { earliestPublishTime } from '#domain/schedules/rules.ts'

/** The zone of the demo's projects. */
export const zone = 'Europe/Berlin'

/** So long takes at most the filling in of a schedule, in ms: a minute that is nearly over is not chosen. */
const timeToType = 20_000

export const today = (): LocalDate => dayOf(new Date(), zone)

/** A day on which the demo has neither post nor label, so that a click on it creates content. */
export const emptyDay = (): LocalDate => addDays(today(), 16)

/** The next whole minute that can still be typed in: 20 to 80 seconds from now. */
export const soonest = (): LocalDateTime =>
  localOf(earliestPublishTime(new Date(Date.now() + timeToType), 0), zone)

export const isSameMonth = (one: LocalDate, other: LocalDate): boolean =>
  monthOf(one).start === monthOf(other).start
