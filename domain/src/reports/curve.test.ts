import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { curveOf } from './curve.ts'

const days = fc.array(fc.option(fc.integer({ min: 0, max: 1_000_000 })), { minLength: 1, maxLength: 92 })

describe('The curve of a figure', () => {
  it('has a point for each day that is known, inside its box, from left to right', () => {
    fc.assert(
      fc.property(days, values => {
        const points = curveOf(values).flat()
        expect(points).toHaveLength(values.filter(value => value !== null).length)
        for (const { x, y } of points) {
          expect(x >= 0 && x <= 1).toBe(true)
          expect(y >= -1e-9 && y <= 1 + 1e-9).toBe(true)
        }
        expect(points.map(({ x }) => x)).toEqual(points.map(({ x }) => x).toSorted((a, b) => a - b))
      }),
    )
  })

  it('is higher where there is more', () => {
    fc.assert(
      fc.property(days, values => {
        const known = values.filter(value => value !== null)
        const points = curveOf(values).flat()
        for (let index = 1; index < known.length; index++) {
          const [before, now] = [points[index - 1]?.y ?? 0, points[index]?.y ?? 0]
          expect(Math.sign(before - now)).toBe(Math.sign((known[index] ?? 0) - (known[index - 1] ?? 0)))
        }
      }),
    )
  })

  it('has a gap where nothing is known, and none of a period of which nothing is', () => {
    expect(curveOf([0, 5, null, 10])).toEqual([
      [
        { x: 0, y: 1 },
        { x: 1 / 3, y: 0.5 },
      ],
      [{ x: 1, y: 0 }],
    ])
    expect(curveOf([null, null])).toEqual([])
  })

  it('begins near the lowest value if that is far from zero', () => {
    expect(curveOf([1_000, 1_010]).flat()[0]?.y).toBeCloseTo(0.87, 2)
  })
})
