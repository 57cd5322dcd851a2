import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LookUpFacts, lookUpDecision } from './look-up-decision.ts'
import { publishTimings } from './timings.ts'

describe('A call whose answer was lost', () => {
  const SECOND = 1_000
  const look = (change: Partial<LookUpFacts>) =>
    lookUpDecision({
      verdict: 'absent',
      absentLookUps: 1,
      resends: 0,
      sinceSendingMs: 90 * SECOND,
      sinceDueMs: 91 * SECOND,
      ...change,
    })

  it('is live once it is found', () => {
    expect(look({ verdict: 'present' })).toBe('live')
  })
  it('is resent if it was absent twice and 90 seconds have passed', () => {
    expect(look({})).toBe('resend')
    expect(look({ absentLookUps: 0 })).toBe('look_up_again')
    expect(look({ sinceSendingMs: 89 * SECOND })).toBe('look_up_again')
  })
  it('is not sent a third time: a person decides', () => {
    expect(look({ resends: 1 })).toBe('unconfirmed')
  })
  it('is not resent if its due time was an hour ago', () => {
    expect(look({ sinceSendingMs: 7_200 * SECOND, sinceDueMs: 7_200 * SECOND })).toBe('missed_window')
  })
  it('is looked up for half an hour if the network cannot be read', () => {
    expect(look({ verdict: 'cannot_tell', sinceSendingMs: 1_799 * SECOND })).toBe('look_up_again')
    expect(look({ verdict: 'cannot_tell', sinceSendingMs: 1_800 * SECOND })).toBe('unconfirmed')
  })
  it('is never resent after a single look-up, nor within 90 seconds', () => {
    const anyLook = fc.record({
      verdict: fc.constantFrom('present' as const, 'absent' as const, 'cannot_tell' as const),
      absentLookUps: fc.nat(5),
      resends: fc.nat(2),
      sinceSendingMs: fc.nat(10_000_000),
      sinceDueMs: fc.nat(10_000_000),
    })
    fc.assert(
      fc.property(anyLook, each => {
        if (lookUpDecision(each) !== 'resend') return
        expect(each).toMatchObject({ verdict: 'absent', resends: 0 })
        expect(each.absentLookUps).toBeGreaterThanOrEqual(1)
        expect(each.sinceSendingMs).toBeGreaterThanOrEqual(publishTimings.absentAfterMs)
      }),
    )
  })
})
