import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findTooClose, findTwin, type Planned } from './neighbours.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const noon = new Date('2026-11-20T12:00:00Z')
const planned = (afterMs: number, part: Partial<Planned> = {}): Planned => ({
  social_network: 'facebook',
  message: 'Fresh beans',
  at: new Date(noon.getTime() + afterMs),
  ...part,
})
const own = planned(0)

describe('The same text on the same network', () => {
  it('counts within a week before or after, whatever its spaces', () => {
    for (const other of [planned(7 * DAY), planned(-7 * DAY), planned(0, { message: ' Fresh \n beans ' })])
      expect(findTwin(own, [other])).toBe(other)
    for (const other of [
      planned(7 * DAY + 1),
      planned(0, { message: 'Fresh bread' }),
      planned(0, { social_network: 'twitter' }),
    ])
      expect(findTwin(own, [other])).toBeNull()
  })

  it('is never that of versions without text', () => {
    const empty = planned(0, { message: ' \n' })
    expect(findTwin(empty, [empty])).toBeNull()
  })
})

describe('Two posts are too close', () => {
  it('with less than the gap between, and not with all of it', () => {
    const other = planned(-30 * MINUTE, { message: 'Another' })
    expect(findTooClose(own, [other], 31)).toBe(other)
    expect(findTooClose(own, [other], 30)).toBeNull()
    expect(findTooClose(own, [planned(0, { social_network: 'twitter' })], 30)).toBeNull()
  })

  it('never, where no gap is wanted', () => {
    expect(findTooClose(own, [planned(0)], 0)).toBeNull()
  })
})

it('It is the nearest, and each of two posts sees the other', () => {
  const others = fc.array(
    fc.record({
      message: fc.constantFrom('Fresh beans', 'Fresh  beans', 'Other', ''),
      social_network: fc.constantFrom('facebook' as const, 'twitter' as const),
      at: fc
        .integer({ min: -20_000, max: 20_000 })
        .map(minutes => new Date(noon.getTime() + minutes * MINUTE)),
    }),
  )
  fc.assert(
    fc.property(others, fc.integer({ min: 0, max: 1440 }), (all, gap) => {
      for (const find of [
        (one: Planned, rest: readonly Planned[]) => findTwin(one, rest),
        (one: Planned, rest: readonly Planned[]) => findTooClose(one, rest, gap),
      ]) {
        const found = find(own, all)
        const alone = all.filter(other => find(own, [other]) !== null)
        expect(found === null).toBe(alone.length === 0)
        const away = (other: Planned) => Math.abs(other.at.getTime() - noon.getTime())
        if (found) {
          expect(away(found)).toBe(Math.min(...alone.map(away)))
          expect(find(found, [own])).toBe(own)
        }
      }
    }),
  )
})
