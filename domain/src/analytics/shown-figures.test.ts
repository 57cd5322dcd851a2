import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/kernel/days.ts'
import { bubbleRadius } from './bubbles.ts'
import { cumulative } from './cumulative.ts'
import { byInterval, insightIntervals } from './intervals.ts'

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

describe('Values added up', () => {
  it('end with the sum of all, never fall, and leave gaps as gaps', () => {
    fc.assert(
      fc.property(anyDays, anyInterval, ({ range, days }, interval) => {
        const points = byInterval(days, { range, interval, kind: 'flow' })
        const added = cumulative(points, 'flow')
        const known = added.flatMap(({ value }) => value ?? [])
        expect(known.at(-1) ?? 0).toBe(days.reduce((all, { value }) => all + value, 0))
        expect(known).toEqual(known.toSorted((a, b) => a - b))
        expect(added.map(({ value }) => value === null)).toEqual(points.map(({ value }) => value === null))
        for (const kind of ['level', 'people', 'rate'] as const)
          expect(cumulative(points, kind)).toEqual(points)
      }),
    )
  })
})

describe('A bubble', () => {
  it('has a whole radius from 5 to 30 that never falls with the value', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat(), (a, b, more) => {
        const [small, large] = [Math.min(a, b), Math.max(a, b)]
        const max = large + more
        expect(bubbleRadius(small, max)).toBeLessThanOrEqual(bubbleRadius(large, max))
        expect([small, large].every(value => Number.isInteger(bubbleRadius(value, max)))).toBe(true)
        expect(bubbleRadius(small, max)).toBeGreaterThanOrEqual(5)
        expect(bubbleRadius(max, max)).toBe(max === 0 ? 5 : 30)
      }),
    )
    expect([0, 5, 99, 100].map(value => bubbleRadius(value, 100))).toEqual([5, 6, 29, 30])
  })
})
