import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clockText, digitsOf, plainRecoveryCode, STEP_SECONDS, stepOf, worthOf } from './second-factor.ts'

const now = new Date('2026-06-01T08:00:00.000Z')
const step = stepOf(now)

describe('A code of an app', () => {
  it.each([-1, 0, 1])('is taken %i steps from now', delta => {
    expect(worthOf(delta, { now, lastStep: 0 })).toEqual({ step: step + delta })
  })

  it.each([
    [-3, 'about 2 minutes slow'],
    [3, 'about 2 minutes fast'],
    [-2, 'about a minute slow'],
    [10, 'about 5 minutes fast'],
  ])('of a clock that is %i steps off says so: %s', (delta, text) => {
    const worth = worthOf(delta, { now, lastStep: 0 })
    expect(worth).toEqual({ offSeconds: delta * STEP_SECONDS })
    expect(clockText(delta * STEP_SECONDS)).toBe(text)
  })

  it('is never taken twice, whichever codes come in whichever order', () => {
    const attempts = fc.array(fc.record({ after: fc.nat(120), delta: fc.integer({ min: -12, max: 12 }) }))
    fc.assert(
      fc.property(attempts, list => {
        let lastStep = 0
        const taken: number[] = []
        for (const { after, delta } of list) {
          const worth = worthOf(delta, { now: new Date(now.getTime() + after * 1000), lastStep })
          if (worth === 'used' || !('step' in worth)) continue
          lastStep = worth.step
          taken.push(lastStep)
        }
        expect(taken).toEqual([...new Set(taken)].sort((one, other) => one - other))
      }),
    )
  })

  it.each([
    ['123456', '123456'],
    [' 123 456 ', '123456'],
    ['12345', null],
    ['1234567', null],
    ['BCDFG-HJKMN', null],
  ])('typed as %j is %j', (typed, digits) => expect(digitsOf(typed)).toBe(digits))
})

it('A recovery code is the same in small letters, with spaces and without its hyphen', () => {
  for (const typed of ['BCDFG-HJKMN', 'bcdfg hjkmn', ' bcdfghjkmn '])
    expect(plainRecoveryCode(typed)).toBe('BCDFGHJKMN')
})
