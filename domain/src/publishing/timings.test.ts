import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { pollDelayMs, retryDelayMs } from './timings.ts'

describe('A call that was certainly not applied', () => {
  it('is repeated at growing intervals, half of which are random', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 50].map(attempts => retryDelayMs(attempts, null, 1))).toEqual([
      5_000, 15_000, 30_000, 60_000, 120_000, 300_000, 300_000, 300_000,
    ])
    expect(retryDelayMs(1, null, 0)).toBe(2_500)
  })

  it('is never repeated before the time the network gave', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99 }),
        fc.nat(10_000_000),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempts, requested, random) => {
          expect(retryDelayMs(attempts, requested, random)).toBeGreaterThanOrEqual(requested)
        },
      ),
    )
  })
})

describe('Media that a network is still processing', () => {
  const MINUTE = 60_000
  test.each([
    ['as the network asks at first', 1_000, 0, 1_000],
    ['less often the longer it takes', 1_000, 5 * MINUTE, 15_000],
    ['every 30 seconds at most', 1_000, 50 * MINUTE, 30_000],
    ['never sooner than the network asks', 45_000, 50 * MINUTE, 45_000],
  ])('is polled %s', (_how, requested, since, wait) => {
    expect(pollDelayMs(requested, since)).toBe(wait)
  })
})
