import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { axisTicks, barSpan, isOuterLayer, lineSpan, writeTick } from './chart-axis.ts'

test.each([
  ['far from zero begins near its lowest value', [3700, null, 3825], [3700, 3825]],
  ['that comes near zero begins there', [40, 3825], [0, 3825]],
  ['that does not move begins at zero', [3848, null, 3848], [0, 3848]],
  ['of zeros begins at zero', [0, 0], [0, 0]],
  ['without a value begins at zero', [null], [0, 0]],
] as const)('A line %s', (_what, values, span) => {
  expect(lineSpan(values)).toEqual(span)
})

test('Bars begin at zero, and stacked ones reach as far as their sums, up and down', () => {
  const points = [
    [3, 4, null, -2],
    [5, 0, 1, -9],
  ]
  expect(barSpan(points, true)).toEqual([-9, 7])
  expect(barSpan(points, false)).toEqual([-9, 5])
  expect(barSpan([[12], [20]], false)).toEqual([0, 20])
  expect(barSpan([], true)).toEqual([0, 0])
})

test.each([
  [
    [15, -4],
    [true, true],
  ],
  [
    [15, 0],
    [true, false],
  ],
  [
    [15, null],
    [true, false],
  ],
  [
    [5, 6, 0, null],
    [false, true, false, false],
  ],
  [
    [0, 0],
    [false, false],
  ],
])('The ends of a stack of %j are %j', (values, ends) => {
  expect(values.map((_, index) => isOuterLayer(values, index))).toEqual(ends)
})

describe('The figures at an axis', () => {
  it.each([
    [[0, 21], 'count', ['0', '10', '20', '30']],
    [[-6, 21], 'count', ['-10', '0', '10', '20', '30']],
    [[0, 2_620], 'count', ['0', '1 k', '2 k', '3 k']],
    [[3_705, 3_828], 'count', ['3,700', '3,750', '3,800', '3,850']],
    [[0, 1_300], 'count', ['0', '500', '1 k', '1.5 k']],
    [[0, 0], 'count', ['0', '1']],
    [[0, 0.0631], 'share', ['0 %', '2 %', '4 %', '6 %', '8 %']],
    [[1_204_000, 1_251_000], 'count', ['1,200,000', '1,220,000', '1,240,000', '1,260,000']],
  ] as const)('of %j (%s) are %j', (span, unit, words) => {
    const ticks = axisTicks(span, unit)
    expect(ticks.map(tick => writeTick(tick, ticks, unit))).toEqual(words)
  })

  it('are few, cover everything, and never read the same', () => {
    const span = fc.tuple(fc.integer({ min: -50_000, max: 3_000_000 }), fc.nat({ max: 3_000_000 }))
    fc.assert(
      fc.property(span, ([low, length]) => {
        const ticks = axisTicks([low, low + length], 'count')
        expect(ticks.length).toBeGreaterThanOrEqual(2)
        expect(ticks.length).toBeLessThanOrEqual(7)
        expect(ticks[0]).toBeLessThanOrEqual(low)
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(low + length)
        expect(ticks.every(Number.isInteger)).toBe(true)
        expect(new Set(ticks.map(tick => writeTick(tick, ticks, 'count'))).size).toBe(ticks.length)
      }),
      { numRuns: 500 },
    )
  })
})
