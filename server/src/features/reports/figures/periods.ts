import { addDays, daysBetween } from '#domain/kernel/days.ts'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import { instantOf } from '#domain/kernel/instant-of.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import { FIRST_REPORT_DAY, REPORT_DAYS } from '#domain/reports/contract.ts'
import type { Period } from './decisions.ts'

type Days = { readonly from: LocalDate; readonly to: LocalDate }

const startOf = (date: LocalDate, timezone: string) => instantOf({ date, time: '00:00', timezone })

/** The instants of these days, both ends included. */
export const periodOf = ({ from, to }: Days, timezone: string): Period => ({
  from: startOf(from, timezone),
  until: startOf(addDays(to, 1), timezone),
})

/** Days that end before they begin, or are more than a report may have. */
export const daysRefusal = ({ from, to }: Days): Failure<'validation_error'> | null => {
  if (from < FIRST_REPORT_DAY) return refuse('from', `Choose a day from ${FIRST_REPORT_DAY} on`)
  return spanRefusal({ from, to }, REPORT_DAYS)
}

/** The same of anything about at most `max` days. */
export const spanRefusal = ({ from, to }: Days, max: number): Failure<'validation_error'> | null => {
  const days = daysBetween(from, to) + 1
  if (days >= 1 && days <= max) return null
  return refuse('to', days < 1 ? 'The last day is before the first' : `At most ${max} days`)
}

const refuse = (field: string, text: string) =>
  fail('validation_error', { message: `${text}.`, errors: { [field]: [text] } })
