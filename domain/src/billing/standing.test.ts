import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysLeft, publishingUntil, readOnlyFrom, reminderDue, statusAt } from './standing.ts'

const start = new Date('2026-06-01T08:00:00.000Z')
const day = (days: number) => new Date(start.getTime() + days * 86_400_000)

describe('A failed payment', () => {
  const facts = { status: 'past_due', pastDueSince: start, endsAt: day(30) } as const

  it('limits nothing for 14 days, and makes the agency read-only then', () => {
    expect(statusAt(facts, day(13.99))).toBe('past_due')
    expect(statusAt(facts, day(14))).toBe('unpaid')
    expect(readOnlyFrom(facts)).toEqual(day(14))
  })

  it('stops schedules 21 days later', () => expect(publishingUntil(facts)).toEqual(day(21)))

  it('keeps its 14 days when the gateway gives up earlier', () => {
    for (const status of ['unpaid', 'canceled'] as const) {
      expect(statusAt({ ...facts, status }, day(5))).toBe('past_due')
      expect(statusAt({ ...facts, status }, day(15))).toBe(status)
    }
  })

  it.each([
    [-0.01, null],
    [0, 0],
    [2.9, 0],
    [3, 3],
    [7, 7],
    [11, 7],
    [12, 12],
    [14, 14],
    [90, 14],
  ] as const)('has after %s days the mail of day %s', (days, mail) => {
    expect(reminderDue(start, day(days))).toBe(mail)
  })
})

describe('A cancelled subscription', () => {
  const facts = { status: 'canceled', pastDueSince: null, endsAt: start } as const

  it('lasts until the end of what is paid, and its schedules seven days longer', () => {
    expect(statusAt(facts, day(-1))).toBe('active')
    expect(statusAt(facts, day(0))).toBe('canceled')
    expect(publishingUntil(facts)).toEqual(day(7))
  })
})

it('A subscription that is paid is never read-only, however long it lasts', () => {
  fc.assert(
    fc.property(fc.constantFrom('trialing', 'active'), fc.date({ noInvalidDate: true }), (status, now) => {
      const facts = { status, pastDueSince: null, endsAt: start } as const
      expect(statusAt(facts, now)).toBe(status)
      expect(publishingUntil(facts)).toBeNull()
    }),
  )
})

it('Days left count a started day, and are never negative', () => {
  expect([daysLeft(day(14), start), daysLeft(day(13.1), start), daysLeft(start, day(1))]).toEqual([14, 14, 0])
})
