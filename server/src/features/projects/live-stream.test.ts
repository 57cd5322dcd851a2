import fc from 'fast-check'
import { expect, it } from 'vitest'
import { returnAfter } from './live-stream.ts'

it('Any number of streams up to 9,000 comes back within a minute, and at most 170 of them in a second', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_000 }), streams => {
      const times = Array.from({ length: streams }, (_, one) => returnAfter(streams, one / streams))
      const inSecond = Map.groupBy(times, ms => Math.floor(ms / 1000))
      expect(Math.max(...times)).toBeLessThanOrEqual(60_000)
      expect(Math.max(...[...inSecond.values()].map(({ length }) => length))).toBeLessThanOrEqual(170)
    }),
  )
})

it('Who is nearly alone is back at once, and nobody waits longer than a minute', () => {
  expect(returnAfter(1, 0)).toBe(500)
  expect(returnAfter(20, 1)).toBe(620)
  expect(returnAfter(1_000_000, 1)).toBe(60_000)
})
