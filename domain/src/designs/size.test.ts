import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clampLength, convertSize, isDesignTooLarge, type SizeUnit, sizeUnits, unitRules } from './size.ts'

const units = fc.constantFrom(...sizeUnits)
const lengths = fc.double({ min: -1e6, max: 1e6, noNaN: true })
const inRange = (unit: SizeUnit) =>
  fc.double({ min: unitRules[unit].smallest, max: unitRules[unit].largest, noNaN: true })

describe('A custom design size', () => {
  it.each([
    ['px', 39, 40],
    ['px', 8001, 8000],
    ['px', 100.4, 100],
    ['cm', 1, 1.06],
    ['cm', 211.5, 211],
    ['mm', 10, 10.59],
    ['mm', 3000, 2116],
    ['in', 0.1, 0.418],
    ['in', 99, 83.3],
    ['in', 1.23456, 1.235],
  ] as const)('takes in %s for %d the nearest allowed length, %d', (unit, length, expected) => {
    expect(clampLength(length, unit)).toBe(expected)
  })

  it.each([
    [{ unit: 'px', width: 1000, height: 1000 }, 'in', [10.417, 10.417]],
    [{ unit: 'in', width: 8.5, height: 11 }, 'px', [816, 1056]],
    [{ unit: 'cm', width: 21, height: 29.7 }, 'mm', [210, 297]],
    [{ unit: 'mm', width: 210, height: 297 }, 'px', [794, 1123]],
    [{ unit: 'px', width: 40, height: 8000 }, 'cm', [1.06, 211]],
    [{ unit: 'px', width: 40, height: 8000 }, 'mm', [10.59, 2116]],
    [{ unit: 'px', width: 40, height: 8000 }, 'in', [0.418, 83.3]],
  ] as const)('of %j is the same in %s', (size, unit, [width, height]) => {
    expect(convertSize(size, unit)).toEqual({ unit, width, height })
  })

  it('is always within its range after clamping, and stays as it is when clamped again', () => {
    fc.assert(
      fc.property(units, lengths, (unit, length) => {
        const once = clampLength(length, unit)
        expect(once).toBeGreaterThanOrEqual(unitRules[unit].smallest)
        expect(once).toBeLessThanOrEqual(unitRules[unit].largest)
        expect(clampLength(once, unit)).toBe(once)
      }),
    )
  })

  it('is within the range of the unit it is converted to, whatever was typed', () => {
    fc.assert(
      fc.property(units, units, lengths, lengths, (unit, to, width, height) => {
        const { width: wide, height: high } = convertSize({ unit, width, height }, to)
        expect([wide, high]).toEqual([clampLength(wide, to), clampLength(high, to)])
      }),
    )
  })

  it('comes back to the same pixels from any unit, unless it is beyond the other range', () => {
    // The fixed ranges are a little narrower than 40 to 8000 pixels.
    const pixels = fc.integer({ min: 41, max: 7970 })
    fc.assert(
      fc.property(units, pixels, pixels, (unit, width, height) => {
        const size = { unit: 'px', width, height } as const
        expect(convertSize(convertSize(size, unit), 'px')).toEqual(size)
      }),
    )
  })

  it('keeps the order of two lengths when it is converted', () => {
    fc.assert(
      fc.property(
        units.chain(unit => fc.tuple(fc.constant(unit), inRange(unit), inRange(unit))),
        units,
        ([unit, a, b], to) => {
          const { width, height } = convertSize({ unit, width: Math.min(a, b), height: Math.max(a, b) }, to)
          expect(width).toBeLessThanOrEqual(height)
        },
      ),
    )
  })

  it('is too large for the design tool above 25 million pixels', () => {
    expect(isDesignTooLarge({ width: 5000, height: 5000 })).toBe(false)
    expect(isDesignTooLarge({ width: 5000, height: 5001 })).toBe(true)
  })
})
