import { addDays, monthOf } from '#domain/kernel/days.ts'
import { instantOf } from '#domain/kernel/instant-of.ts'
import { dayOf, type LocalDate, localOf } from '#domain/kernel/time.ts'
import { earliestPublishTime } from '#domain/schedules/timing.ts'
import { moveClock } from './clock.ts'
import { startedAt } from './test-servers.ts'

/** The time zone of the demo's projects. */
export const zone = 'Europe/Berlin'

/** Longer than a journey takes. */
const JOURNEY_MS = 10 * 60_000

export const today = (): LocalDate => dayOf(new Date(), zone)

/** The day around which the demo's posts are placed; it may have ended by now. */
export const demoDay: LocalDate = dayOf(startedAt, zone)

/** A day without posts or labels of the demo or an earlier attempt, so that a click on it creates content. */
export const emptyDay = (attempt: number): LocalDate => addDays(demoDay, 16 + attempt)

/** A whole minute that comes only when the clock is moved to it, and once: of a time that comes twice, people choose the first. */
export const soon = (): Date => {
  const due = earliestPublishTime(new Date(Date.now() + JOURNEY_MS), 0)
  const chosen = instantOf({ ...localOf(due, zone), timezone: zone })
  return chosen >= due ? due : new Date(due.getTime() + 3_600_000)
}

/** Moves the clock to this instant. */
export const moveTo = (instant: Date): Promise<void> => moveClock(instant.getTime() - Date.now())

/** What the console says after a move, and why: in the night that summer time ends it is by more than an hour. */
export const endedToken = [/401 \(Unauthorized\).*auth\/me/, 'a token does not outlive an hour'] as const

/** Moves the clock past midnight if the day would end during the journey. */
export async function passMidnight(): Promise<void> {
  // The journey may move the clock itself by as much.
  const end = new Date(Date.now() + 2 * JOURNEY_MS)
  if (!process.env.E2E_URL && dayOf(end, zone) !== today()) await moveTo(end)
}

export const isSameMonth = (one: LocalDate, other: LocalDate): boolean =>
  monthOf(one).start === monthOf(other).start
