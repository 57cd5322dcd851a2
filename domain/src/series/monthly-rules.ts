import { addDays, dayOfWeek, monthOf } from '#domain/kernel/days.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import type { RepeatRule } from './model.ts'

/** What "monthly" can mean for a post of this day: `day 25`, `the fourth Wednesday`, `the last Wednesday`. */
export function monthlyRulesOn(date: LocalDate, every: number): RepeatRule[] {
  const day = Number(date.slice(8))
  const weekday = dayOfWeek(date) || 7
  const week = Math.ceil(day / 7)
  const isLast = addDays(date, 7) > monthOf(date).end
  const onWeekday = (week: number): RepeatRule => ({ frequency: 'monthly_on_weekday', every, week, weekday })
  return [
    { frequency: 'monthly_on_day', every, day },
    ...(week < 5 ? [onWeekday(week)] : []),
    ...(isLast ? [onWeekday(5)] : []),
  ]
}
