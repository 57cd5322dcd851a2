import { addDays, addMonths, dayOfWeek, daysBetween, eachDay, monthOf, weekOf } from '#domain/kernel/days.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import type { RepeatRule } from './model.ts'

/** How far ahead drafts are made. (docs/product/series.md "Drafts ahead") */
export const SERIES_DAYS_AHEAD = 56

export type Repetition = {
  readonly rule: RepeatRule
  /** The day of the post that it began with, which is the first of the series whatever the rule says. */
  readonly starts_on: LocalDate
  readonly until: LocalDate | null
  /** The first one included. */
  readonly count: number | null
}

/** The days of a series up to and including `to`, in order. (docs/product/series.md "Rules") */
export function occurrenceDates({ rule, starts_on, until, count }: Repetition, to: LocalDate): LocalDate[] {
  const end = until !== null && until < to ? until : to
  const later = ruleDates(rule, starts_on, end).filter(date => date > starts_on)
  return [starts_on, ...later].filter(date => date <= end).slice(0, count ?? undefined)
}

const isoWeekday = (date: LocalDate): number => dayOfWeek(date) || 7

const ruleDates = (rule: RepeatRule, from: LocalDate, end: LocalDate): LocalDate[] => {
  if (rule.frequency !== 'weekly') return monthlyDates(rule, from, end)
  const firstWeek = weekOf(from).start
  return eachDay({ start: from, end }).filter(
    date =>
      rule.weekdays.includes(isoWeekday(date)) &&
      Math.floor(daysBetween(firstWeek, date) / 7) % rule.every === 0,
  )
}

type Monthly = Exclude<RepeatRule, { frequency: 'weekly' }>

const monthlyDates = (rule: Monthly, from: LocalDate, end: LocalDate): LocalDate[] => {
  const dates: LocalDate[] = []
  const { start } = monthOf(from)
  for (let months = 0; ; months += rule.every) {
    const month = addMonths(start, months)
    if (month > end) return dates
    dates.push(dayInMonth(rule, month))
  }
}

const dayInMonth = (rule: Monthly, first: LocalDate): LocalDate => {
  const last = monthOf(first).end
  if (rule.frequency === 'monthly_on_day') {
    const date = addDays(first, rule.day - 1)
    return date < last ? date : last
  }
  if (rule.week === 5) return addDays(last, -((isoWeekday(last) - rule.weekday + 7) % 7))
  return addDays(first, ((rule.weekday - isoWeekday(first) + 7) % 7) + (rule.week - 1) * 7)
}
