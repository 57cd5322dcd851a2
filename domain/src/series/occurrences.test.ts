import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addDays, dayOfWeek, daysBetween, monthOf, weekOf } from '#domain/kernel/days.ts'
import type { RepeatRule } from './model.ts'
import { occurrenceDates } from './occurrences.ts'

const forever = { until: null, count: null }

test.each<[string, RepeatRule, string, string[]]>([
  [
    'every second week keeps its weeks',
    { frequency: 'weekly', every: 2, weekdays: [1, 4] },
    '2026-06-04',
    ['2026-06-04', '2026-06-15', '2026-06-18', '2026-06-29'],
  ],
  [
    'the 31st is the last day of shorter months',
    { frequency: 'monthly_on_day', every: 1, day: 31 },
    '2026-01-31',
    ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'],
  ],
  [
    'the 30th is the leap day in February of a leap year',
    { frequency: 'monthly_on_day', every: 1, day: 30 },
    '2028-01-30',
    ['2028-01-30', '2028-02-29', '2028-03-30'],
  ],
  [
    'the last Friday is the fourth or the fifth',
    { frequency: 'monthly_on_weekday', every: 1, week: 5, weekday: 5 },
    '2026-05-29',
    ['2026-05-29', '2026-06-26', '2026-07-31'],
  ],
  [
    'a first post on another day than the rule says counts as the first',
    { frequency: 'weekly', every: 1, weekdays: [1] },
    '2026-06-03',
    ['2026-06-03', '2026-06-08'],
  ],
])('%s', (_, rule, starts_on, dates) => {
  expect(occurrenceDates({ rule, starts_on, ...forever }, addDays(dates.at(-1) ?? '', 1))).toEqual(dates)
})

const every = fc.integer({ min: 1, max: 12 })
const weekday = fc.integer({ min: 1, max: 7 })
const anyRule: fc.Arbitrary<RepeatRule> = fc.oneof(
  fc.record({
    frequency: fc.constant('weekly' as const),
    every,
    weekdays: fc.uniqueArray(weekday, { minLength: 1 }),
  }),
  fc.record({
    frequency: fc.constant('monthly_on_day' as const),
    every,
    day: fc.integer({ min: 1, max: 31 }),
  }),
  fc.record({
    frequency: fc.constant('monthly_on_weekday' as const),
    every,
    week: fc.integer({ min: 1, max: 5 }),
    weekday,
  }),
)
const anyStart = fc.integer({ min: 0, max: 4000 }).map(days => addDays('2024-01-01', days))

describe('the days of any series', () => {
  it('rise strictly from its first post on', () => {
    fc.assert(
      fc.property(anyRule, anyStart, (rule, starts_on) => {
        const dates = occurrenceDates({ rule, starts_on, ...forever }, addDays(starts_on, 900))
        expect(dates[0]).toBe(starts_on)
        expect(dates.length).toBeGreaterThan(1)
        for (const [index, date] of dates.slice(1).entries()) expect(date > (dates[index] ?? '')).toBe(true)
      }),
    )
  })

  it('are the days that the rule names, after the first', () => {
    fc.assert(
      fc.property(anyRule, anyStart, (rule, starts_on) => {
        const dates = occurrenceDates({ rule, starts_on, ...forever }, addDays(starts_on, 900))
        for (const date of dates.slice(1)) {
          const isoWeekday = dayOfWeek(date) === 0 ? 7 : dayOfWeek(date)
          if (rule.frequency === 'weekly') {
            expect(rule.weekdays).toContain(isoWeekday)
            expect(daysBetween(weekOf(starts_on).start, weekOf(date).start) % (7 * rule.every)).toBe(0)
          } else if (rule.frequency === 'monthly_on_day') {
            const dayOfMonth = Number(date.slice(8))
            expect(dayOfMonth).toBe(Math.min(rule.day, Number(monthOf(date).end.slice(8))))
          } else {
            expect(isoWeekday).toBe(rule.weekday)
            const week = Math.ceil(Number(date.slice(8)) / 7)
            if (rule.week < 5) expect(week).toBe(rule.week)
            else expect(monthOf(addDays(date, 7)).start).not.toBe(monthOf(date).start)
          }
        }
      }),
    )
  })

  it('are at most as many as it counts, and none after its end', () => {
    const count = fc.integer({ min: 2, max: 20 })
    fc.assert(
      fc.property(anyRule, anyStart, count, (rule, starts_on, count) => {
        const to = addDays(starts_on, 5000)
        const counted = occurrenceDates({ rule, starts_on, until: null, count }, addDays(starts_on, 9000))
        expect(counted).toHaveLength(count)
        const until = addDays(starts_on, 100)
        const ended = occurrenceDates({ rule, starts_on, until, count: null }, to)
        expect(ended.every(date => date <= until)).toBe(true)
      }),
    )
  })

  it('stay the same when looked at later', () => {
    fc.assert(
      fc.property(anyRule, anyStart, fc.integer({ min: 0, max: 400 }), (rule, starts_on, days) => {
        const all = occurrenceDates({ rule, starts_on, ...forever }, addDays(starts_on, 500))
        const near = occurrenceDates({ rule, starts_on, ...forever }, addDays(starts_on, days))
        expect(all.slice(0, near.length)).toEqual(near)
      }),
    )
  })
})
