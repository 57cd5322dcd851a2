import { addDays, monthOf } from '#domain/kernel/days.ts'
import { dayOf, type LocalDate, type LocalDateTime, localOf } from '#domain/kernel/time.ts'
import { earliestPublishTime } from '#domain/schedules/timing.ts'
import { startedAt } from './test-servers.ts'

/** The time zone of the demo's projects. */
export const zone = 'Europe/Berlin'

/** The longest that filling in a schedule takes, in ms, so that a minute that is nearly over is not chosen. */
const timeToType = 30_000

export const today = (): LocalDate => dayOf(new Date(), zone)

/** The day around which the demo's posts are placed; it may have ended by now. */
export const demoDay: LocalDate = dayOf(startedAt, zone)

/** A day without posts or labels of the demo or an earlier attempt, so that a click on it creates content. */
export const emptyDay = (attempt: number): LocalDate => addDays(demoDay, 16 + attempt)

/** The next whole minute that leaves time to type it: 30 to 90 seconds from now. */
export const soonest = (): LocalDateTime =>
  localOf(earliestPublishTime(new Date(Date.now() + timeToType), 0), zone)

export const isSameMonth = (one: LocalDate, other: LocalDate): boolean =>
  monthOf(one).start === monthOf(other).start
