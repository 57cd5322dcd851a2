import { describe, expect, it, test } from 'vitest'
import { BIN_DAYS, binBegins, daysLeft, leavesBinAt } from './bin.ts'

const now = new Date('2026-06-01T09:00:00Z')
const HOUR = 3_600_000
const at = (hours: number) => new Date(now.getTime() + hours * HOUR)

describe('The time in the bin', () => {
  it('is a month for what is deleted now', () => {
    expect(leavesBinAt(now)).toBe('2026-07-01T09:00:00.000Z')
    expect(daysLeft(leavesBinAt(now), now)).toBe(BIN_DAYS)
  })

  test.each([
    [at(30 * 24 + 0.01), 30],
    [at(25), 2],
    [at(24), 1],
    [at(0.1), 1],
    [at(0), 0],
    [at(-5), 0],
  ])('is counted in whole days: what leaves at %s has %i', (leaves, days) => {
    expect(daysLeft(leaves.toISOString(), now)).toBe(days)
  })

  it('ends for a list and for a single thing at the same moment', () => {
    const begins = binBegins(now)
    expect(leavesBinAt(begins)).toBe(now.toISOString())
  })
})
