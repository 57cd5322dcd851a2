import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import {
  addDays,
  addMonths,
  dayOfWeek,
  daysBetween,
  eachDay,
  monthGrid,
  monthOf,
  type WeekStart,
  weekOf,
} from './days.ts'

const days = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 10))
const weekStarts = fc.constantFrom<WeekStart>(0, 1, 2, 3, 4, 5, 6)

test.each([
  ['2026-02-28', 1, '2026-03-01'],
  ['2024-02-28', 1, '2024-02-29'],
  ['2026-01-01', -1, '2025-12-31'],
  ['2026-03-29', 0, '2026-03-29'],
])('%s and %d days is %s', (date, count, expected) => {
  expect(addDays(date, count)).toBe(expected)
})

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2024-01-31', 1, '2024-02-29'],
  ['2026-12-15', 1, '2027-01-15'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2026-03-31', -13, '2025-02-28'],
])('%s and %d months is %s', (date, count, expected) => {
  expect(addMonths(date, count)).toBe(expected)
})

test('a text that is not a day is refused', () => {
  expect(() => addDays('2026-02-30', 1)).toThrow(RangeError)
  expect(() => eachDay({ start: '2026-01-01', end: 'tomorrow' })).toThrow(RangeError)
})

it('counts the days it has added', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: -5000, max: 5000 }), (date, count) => {
      expect(daysBetween(date, addDays(date, count))).toBe(count)
    }),
  )
})

test('a range includes both its ends, and a reversed range has no days', () => {
  expect(eachDay({ start: '2026-02-27', end: '2026-03-01' })).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
  ])
  expect(eachDay({ start: '2026-02-27', end: '2026-02-27' })).toEqual(['2026-02-27'])
  expect(eachDay({ start: '2026-02-27', end: '2026-02-26' })).toEqual([])
})

test('a week runs from Monday to Sunday unless said otherwise', () => {
  expect(dayOfWeek('2026-11-22')).toBe(0)
  expect(weekOf('2026-11-22')).toEqual({ start: '2026-11-16', end: '2026-11-22' })
  expect(weekOf('2026-11-22', 0)).toEqual({ start: '2026-11-22', end: '2026-11-28' })
})

test('a month ends on its own last day', () => {
  expect(monthOf('2024-02-10')).toEqual({ start: '2024-02-01', end: '2024-02-29' })
  expect(monthOf('2026-12-31')).toEqual({ start: '2026-12-01', end: '2026-12-31' })
})

test.each([
  ['2027-02-14', 4],
  ['2026-11-14', 6],
  ['2026-10-14', 5],
])('the month of %s takes %d weeks', (date, weeks) => {
  expect(monthGrid(date)).toHaveLength(weeks)
})

it('shows a month in whole weeks that hold every day of it, once, in order', () => {
  fc.assert(
    fc.property(days, weekStarts, (date, weekStart) => {
      const grid = monthGrid(date, weekStart)
      const shown = grid.flat()
      expect(grid.every(week => week.length === 7 && dayOfWeek(week[0] ?? '') === weekStart)).toBe(true)
      expect(shown.every((day, index) => index === 0 || daysBetween(shown[index - 1] ?? '', day) === 1)).toBe(
        true,
      )
      const month = eachDay(monthOf(date))
      expect(shown.filter(day => day.startsWith(date.slice(0, 7)))).toEqual(month)
      expect(grid[0]?.some(day => month.includes(day)) && grid.at(-1)?.some(day => month.includes(day))).toBe(
        true,
      )
    }),
  )
})
