import { addMonths, monthOf } from '#domain/kernel/days.ts'
import { instantOf } from '#domain/kernel/instant-of.ts'
import { dayOf, type LocalDate } from '#domain/kernel/time.ts'

/** By the project's clock, on the first of a month (docs/product/reports.md "Every month"). */
export const DRAFT_TIME = '08:00'

/** When the draft of that first of a month is made. */
export const draftInstant = (day: LocalDate, timezone: string): Date =>
  instantOf({ date: day, time: DRAFT_TIME, timezone })

/** The next first of a month on which a draft can be made. */
export const nextDraftDay = (now: Date, timezone: string): LocalDate => {
  const { start } = monthOf(dayOf(now, timezone))
  return draftInstant(start, timezone) > now ? start : addMonths(start, 1)
}

/** The first of a month whose draft is due, the latest if several were missed; null before `nextDay`. */
export const dueDraftDay = (nextDay: LocalDate, timezone: string, now: Date): LocalDate | null => {
  const latest = addMonths(nextDraftDay(now, timezone), -1)
  return latest < nextDay ? null : latest
}

/** The days that it is about: the month before. */
export const daysOfDraft = (day: LocalDate): { readonly from: LocalDate; readonly to: LocalDate } => {
  const { start, end } = monthOf(addMonths(day, -1))
  return { from: start, to: end }
}
