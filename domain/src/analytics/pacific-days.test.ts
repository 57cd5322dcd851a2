import { expect, it } from 'vitest'
import { pacificDay } from './pacific-days.ts'

it.each([
  ['the last second of a winter’s day', '2026-01-01T07:59:59Z', '2025-12-31'],
  ['the first second of a winter’s day', '2026-01-01T08:00:00Z', '2026-01-01'],
  ['the last second of a summer’s day', '2026-07-01T06:59:59Z', '2026-06-30'],
  ['the first second of a summer’s day', '2026-07-01T07:00:00Z', '2026-07-01'],
])('The Pacific date of %s is right', (_what, instant, day) => {
  expect(pacificDay(new Date(instant))).toBe(day)
})
