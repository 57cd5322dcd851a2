import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysBetween } from '#domain/kernel/days.ts'
import { engagementOf, percentChange, percentOf } from './changes.ts'
import { byInterval, daysWithin, insightIntervals, intervalStart, isWhole } from './intervals.ts'
import { DAYS_BACK_MAX, defaultRange, previousRange, rangeProblem, widenedRange } from './ranges.ts'

const today = '2026-11-23'
const anyDay = fc.integer({ min: 0, max: 3000 }).map(days => addDays('2024-01-01', days))
const anyInterval = fc.constantFrom(...insightIntervals)
const anyDays = fc
  .record({
    start: anyDay,
    values: fc.array(fc.option(fc.integer({ min: 0, max: 100_000 })), { maxLength: 400, minLength: 1 }),
  })
  .map(({ start, values }) => ({
    range: { start, end: addDays(start, values.length - 1) },
    days: values.flatMap((value, index) => (value === null ? [] : [{ day: addDays(start, index), value }])),
  }))

describe('Intervals', () => {
  it('start on the day, on Monday, on the first of the month and on the first of the quarter', () => {
    expect(insightIntervals.map(interval => intervalStart('2027-01-03', interval))).toEqual([
      '2027-01-03',
      '2026-12-28',
      '2027-01-01',
      '2027-01-01',
    ])
    expect(intervalStart('2026-12-31', 'quarterly')).toBe('2026-10-01')
  })

  it('have the sum of what is counted, the last level, and the average of a rate and of people a day', () => {
    const days = [10, 20, 60].map((value, index) => ({ day: addDays('2026-06-29', index), value }))
    const of = (kind: 'flow' | 'level' | 'people' | 'rate') =>
      byInterval(days, { range: { start: '2026-06-29', end: '2026-08-01' }, interval: 'monthly', kind })
    expect(of('flow').map(({ value }) => value)).toEqual([30, 60, null])
    expect(of('level').map(({ value }) => value)).toEqual([20, 60, null])
    expect(of('people').map(({ value }) => value)).toEqual([15, 60, null])
    expect(of('rate').map(({ value }) => value)).toEqual([15, 60, null])
    expect(of('flow').map(({ date }) => date)).toEqual(['2026-06-01', '2026-07-01', '2026-08-01'])
  })

  it('are whole where none of their days lies outside of the range', () => {
    const range = { start: '2026-10-27', end: '2026-11-30' }
    expect(
      ['2026-10-26', '2026-11-02', '2026-11-23', '2026-11-30'].map(day => isWhole(day, 'weekly', range)),
    ).toEqual([false, true, true, false])
    expect(['2026-10-01', '2026-11-01'].map(day => isWhole(day, 'monthly', range))).toEqual([false, true])
    expect(isWhole('2026-10-01', 'quarterly', range)).toBe(false)
    expect([range.start, range.end].every(day => isWhole(day, 'daily', range))).toBe(true)
    expect(daysWithin('2026-10-26', 'weekly', range)).toEqual({ start: '2026-10-27', end: '2026-11-01' })
    expect(daysWithin('2026-11-30', 'weekly', range)).toEqual({ start: '2026-11-30', end: '2026-11-30' })
    expect(daysWithin('2026-11-01', 'monthly', range)).toEqual({ start: '2026-11-01', end: '2026-11-30' })
  })

  it('lose and invent nothing: their sum is that of the days', () => {
    fc.assert(
      fc.property(anyDays, anyInterval, ({ range, days }, interval) => {
        const found = byInterval(days, { range, interval, kind: 'flow' })
        const sum = (values: readonly (number | null)[]) =>
          values.reduce<number>((all, one) => all + (one ?? 0), 0)
        expect(sum(found.map(({ value }) => value))).toBe(sum(days.map(({ value }) => value)))
        expect(new Set(found.map(({ date }) => date)).size).toBe(found.length)
        expect(found.every(({ date }) => intervalStart(date, interval) === date)).toBe(true)
      }),
    )
  })
})

describe('The change in percent', () => {
  it.each([
    [150, 100, 50],
    [50, 100, -50],
    [100, 3, 100],
    [0.4, 0, 40],
    [7, 0, 100],
    [0, 0, 0],
    [4, 3, 33.33],
    [999_999, 1_000_000, 0],
  ])('to %d from %d is %d', (value, previous, percent) => {
    expect(percentOf(value, previous)).toBe(percent)
  })

  it('is between -100 and 100 with two decimals, and has the direction of the change', () => {
    const figure = fc.integer({ min: 0, max: 30_000 })
    fc.assert(
      fc.property(figure, figure, (value, previous) => {
        const percent = percentOf(value, previous)
        expect(percent).toBeGreaterThanOrEqual(-100)
        expect(percent).toBeLessThanOrEqual(100)
        expect(Number(percent.toFixed(2))).toBe(percent)
        expect(percent * (value - previous)).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('is that of the last two known points', () => {
    const points = [100, 110, null, 121, null].map((value, index) => ({ date: addDays(today, index), value }))
    expect(percentChange(points)).toBe(10)
    expect(percentChange(points.slice(0, 1))).toBeNull()
    expect(percentChange([])).toBeNull()
  })
})

describe('The engagement with a post', () => {
  it('is its likes, comments and shares, as far as they are known', () => {
    expect(engagementOf({ likes: 3, comments: null, shares: 2 })).toBe(5)
    expect(engagementOf({ likes: null, comments: null, shares: null })).toBeNull()
  })
})

describe('A range of days', () => {
  it('is the last day to today at first, and one of one day ends on the next', () => {
    expect(defaultRange(today)).toEqual({ start: '2026-11-22', end: today })
    expect(widenedRange({ start: today, end: today })).toEqual({ start: today, end: '2026-11-24' })
    expect(widenedRange(defaultRange(today))).toEqual(defaultRange(today))
  })

  it.each([
    ['2025-11-24', today, null],
    ['2025-11-23', today, 'At most the last 364 days can be shown.'],
    [today, '2026-11-24', null],
    [today, '2026-11-25', 'There are no figures for future days.'],
    ['2026-11-02', '2026-11-01', 'The end is before the start.'],
  ])('from %s to %s: %s', (start, end, problem) => {
    expect(rangeProblem({ start, end }, today)).toBe(problem)
  })

  it('is compared with as many days just before, unless those are too long ago', () => {
    fc.assert(
      fc.property(fc.nat({ max: DAYS_BACK_MAX }), fc.nat({ max: DAYS_BACK_MAX }), (a, b) => {
        const range = { start: addDays(today, -Math.max(a, b)), end: addDays(today, -Math.min(a, b)) }
        const before = previousRange(range, today)
        const length = daysBetween(range.start, range.end)
        expect(before === null).toBe(Math.max(a, b) + length + 1 > DAYS_BACK_MAX)
        if (!before) return
        expect(addDays(before.end, 1)).toBe(range.start)
        expect(daysBetween(before.start, before.end)).toBe(length)
      }),
    )
  })
})
