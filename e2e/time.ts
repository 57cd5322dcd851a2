import { addDays, monthOf } from '#domain/kernel/days.ts'
import { dayOf, type LocalDate, type LocalDateTime, localOf } from '#domain/kernel/time.ts'
import { earliestPublishTime } from '#domain/schedules/timing.ts'
import { startedAt } from './galleys.ts'

/** The zone of the demo's projects. */
export const zone = 'Europe/Berlin'

/** So long takes at most the filling in of a schedule, in ms: a minute that is nearly over is not chosen. */
const timeToType = 30_000

export const today = (): LocalDate => dayOf(new Date(), zone)

/** The day around which the demo's posts lie, though it may be over meanwhile. */
export const demoDay: LocalDate = dayOf(startedAt, zone)

/** A day on which neither the demo nor an earlier try has a post or label, so that a click on it creates content. */
export const emptyDay = (attempt: number): LocalDate => addDays(demoDay, 16 + attempt)

/** The next whole minute that can still be typed in: 30 to 90 seconds from now. */
export const soonest = (): LocalDateTime =>
  localOf(earliestPublishTime(new Date(Date.now() + timeToType), 0), zone)

export const isSameMonth = (one: LocalDate, other: LocalDate): boolean =>
  monthOf(one).start === monthOf(other).start
