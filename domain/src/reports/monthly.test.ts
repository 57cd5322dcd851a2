import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMonths, monthOf } from '#domain/kernel/days.ts'
import { dayOf } from '#domain/kernel/time.ts'
import { daysOfDraft, draftInstant, dueDraftDay, nextDraftDay } from './monthly.ts'

const zones = [
  'UTC',
  'Europe/Paris',
  'America/New_York',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Asia/Kathmandu',
]
const anyZone = fc.constantFrom(...zones)
const anyInstant = fc
  .integer({ min: Date.parse('2024-01-01'), max: Date.parse('2031-01-01') })
  .map(milliseconds => new Date(milliseconds))

describe('The draft of each month', () => {
  it('is made at 8:00 on the first by the project’s clock, in summer and in winter', () => {
    expect(draftInstant('2026-07-01', 'Europe/Paris').toISOString()).toBe('2026-07-01T06:00:00.000Z')
    expect(draftInstant('2026-12-01', 'Europe/Paris').toISOString()).toBe('2026-12-01T07:00:00.000Z')
    // Clocks went forward on this first of the month.
    expect(draftInstant('2029-04-01', 'Australia/Sydney').toISOString()).toBe('2029-03-31T22:00:00.000Z')
  })

  it('is about the month before, also at the turn of the year', () => {
    expect(daysOfDraft('2027-01-01')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
    expect(daysOfDraft('2028-03-01')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  })

  it('begun on the morning of a first, is made on that day', () => {
    expect(nextDraftDay(new Date('2026-12-01T06:59:59Z'), 'Europe/Paris')).toBe('2026-12-01')
    expect(nextDraftDay(new Date('2026-12-01T07:00:00Z'), 'Europe/Paris')).toBe('2027-01-01')
  })

  it('comes next on a first that is ahead, and by less than a month and a day', () => {
    fc.assert(
      fc.property(anyInstant, anyZone, (now, timezone) => {
        const next = nextDraftDay(now, timezone)
        expect(next.slice(8)).toBe('01')
        expect(draftInstant(next, timezone) > now).toBe(true)
        expect(draftInstant(addMonths(next, -1), timezone) <= now).toBe(true)
      }),
    )
  })

  it('is due once for each month, whenever somebody looks, and of missed ones only the latest', () => {
    fc.assert(
      fc.property(anyInstant, anyZone, fc.integer({ min: 0, max: 200 }), (begun, timezone, days) => {
        const planned = nextDraftDay(begun, timezone)
        const later = new Date(begun.getTime() + days * 86_400_000)
        const due = dueDraftDay(planned, timezone, later)
        if (due === null) expect(draftInstant(planned, timezone) > later).toBe(true)
        else {
          expect(due >= planned).toBe(true)
          expect(draftInstant(due, timezone) <= later).toBe(true)
          expect(daysOfDraft(due).to < dayOf(later, timezone)).toBe(true)
          expect(addMonths(monthOf(daysOfDraft(due).from).start, 1)).toBe(due)
          expect(dueDraftDay(addMonths(due, 1), timezone, later)).toBe(null)
        }
      }),
    )
  })
})
