import { describe, expect, it } from 'vitest'
import { healthOf, isRenewalDue, nextCheckMs, warningDue } from './health.ts'

const now = new Date('2026-06-01T08:00:00Z')
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000)
const access = { needsReconnecting: false, expiresAt: null, isRenewable: false, checkFailures: 0 }

describe('The health of an account', () => {
  it.each([
    ['works', {}],
    ['works', { expiresAt: inDays(15) }],
    ['expiring', { expiresAt: inDays(14) }],
    ['works', { expiresAt: inDays(5), isRenewable: true }],
    ['needs_reconnecting', { expiresAt: inDays(0) }],
    ['needs_reconnecting', { expiresAt: inDays(-1), isRenewable: true }],
    ['needs_reconnecting', { needsReconnecting: true }],
    ['works', { checkFailures: 2 }],
    ['unknown', { checkFailures: 3 }],
    ['expiring', { checkFailures: 3, expiresAt: inDays(2) }],
  ] as const)('is %s with %o', (health, own) => {
    expect(healthOf({ ...access, ...own }, now)).toBe(health)
  })
})

describe('The warnings before the end', () => {
  it('come at 14, 7, 3 and 1 days, each once', () => {
    const end = inDays(20)
    const given: [number, number][] = []
    let warned: number | null = null
    for (let hours = 0; hours <= 21 * 24; hours += 6) {
      const at = new Date(now.getTime() + hours * 3_600_000)
      const due = warningDue({ ...access, expiresAt: end }, warned, at)
      if (due === null) continue
      given.push([(end.getTime() - at.getTime()) / 86_400_000, due])
      warned = due
    }
    expect(given).toEqual([
      [14, 14],
      [7, 7],
      [3, 3],
      [1, 1],
    ])
  })

  it('are combined into one if several were missed', () => {
    expect(warningDue({ ...access, expiresAt: inDays(2.5) }, null, now)).toBe(3)
    expect(warningDue({ ...access, expiresAt: inDays(2.5) }, 3, now)).toBeNull()
  })

  it('are not given for access that does not expire, renews itself, or has expired', () => {
    expect(warningDue(access, null, now)).toBeNull()
    expect(warningDue({ ...access, expiresAt: inDays(1), isRenewable: true }, null, now)).toBeNull()
    expect(warningDue({ ...access, expiresAt: inDays(0) }, null, now)).toBeNull()
    expect(warningDue({ ...access, expiresAt: inDays(1), needsReconnecting: true }, null, now)).toBeNull()
  })
})

describe('Checking an account', () => {
  it('renews its access ten days before the end if possible', () => {
    expect(isRenewalDue({ isRenewable: true, expiresAt: inDays(11) }, now)).toBe(false)
    expect(isRenewalDue({ isRenewable: true, expiresAt: inDays(10) }, now)).toBe(true)
    expect(isRenewalDue({ isRenewable: false, expiresAt: inDays(1) }, now)).toBe(false)
    expect(isRenewalDue({ isRenewable: true, expiresAt: null }, now)).toBe(false)
  })

  it('happens a few times a day, sooner after an unanswered check, and at different times for each account', () => {
    const hour = 3_600_000
    expect(nextCheckMs(0, 0.5)).toBe(6 * hour)
    expect(nextCheckMs(0, 0)).toBeLessThan(nextCheckMs(0, 1))
    expect(nextCheckMs(1, 0.5)).toBe(5 * 60_000)
    expect(nextCheckMs(2, 0.5)).toBe(10 * 60_000)
    expect(nextCheckMs(50, 0.5)).toBe(6 * hour)
  })
})
