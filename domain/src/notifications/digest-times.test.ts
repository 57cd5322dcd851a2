import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayOfWeek } from '#domain/kernel/days.ts'
import { type LocalTime, localOf } from '#domain/kernel/time.ts'
import { mailedAt } from './digest-times.ts'
import { type MailDay, mailTimes, timesOf } from './mail-days.ts'

const berlin = (days: readonly MailDay[]) => ({ days, timezone: 'Europe/Berlin' })
const on = (scheduled_day: number, ...scheduled_times: LocalTime[]): MailDay => ({
  scheduled_day,
  scheduled_times,
  isChecked: true,
})
const at = (now: string, days: readonly MailDay[]) => mailedAt(new Date(now), 3, berlin(days)).toISOString()

describe('When a notification is mailed', () => {
  it('is at once, or at the next full hour', () => {
    const now = new Date('2026-06-01T09:20:00Z')
    expect(mailedAt(now, 1, berlin([]))).toEqual(now)
    expect(mailedAt(now, 2, berlin([])).toISOString()).toBe('2026-06-01T10:00:00.000Z')
    const full = new Date('2026-06-01T09:00:00Z')
    expect(mailedAt(full, 2, berlin([])).toISOString()).toBe('2026-06-01T10:00:00.000Z')
  })

  it.each([
    // A Monday, 11:20 in Berlin.
    ['later today', '2026-06-01T09:20:00Z', [on(1, '17:30')], '2026-06-01T15:30:00.000Z'],
    ['the earlier of two', '2026-06-01T09:20:00Z', [on(1, '17:30', '12:00')], '2026-06-01T10:00:00.000Z'],
    ['next week, if today’s is over', '2026-06-01T09:20:00Z', [on(1, '11:00')], '2026-06-08T09:00:00.000Z'],
    [
      'next week, at the very moment of today’s',
      '2026-06-01T09:00:00Z',
      [on(1, '11:00')],
      '2026-06-08T09:00:00.000Z',
    ],
    // A Tuesday in Berlin, still Monday in UTC.
    [
      'next week by the person’s own days',
      '2026-06-01T22:30:00Z',
      [on(2, '00:00')],
      '2026-06-08T22:00:00.000Z',
    ],
    [
      'at the first time that exists, if the clocks skip it',
      '2026-03-28T12:00:00Z',
      [on(0, '02:30')],
      '2026-03-29T01:00:00.000Z',
    ],
    [
      'the first of two, if it occurs twice',
      '2026-10-24T12:00:00Z',
      [on(0, '02:30')],
      '2026-10-25T00:30:00.000Z',
    ],
    ['at the next hour without a slot', '2026-06-01T09:20:00Z', [], '2026-06-01T10:00:00.000Z'],
  ])('by a timeframe is %s', (_, now, slots, expected) => {
    expect(at(now, slots)).toBe(expected)
  })

  const zones = [
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kolkata',
    'Pacific/Auckland',
    'America/Sao_Paulo',
  ] as const
  const anyDays = fc.uniqueArray(
    fc.record({
      scheduled_day: fc.integer({ min: 0, max: 6 }),
      scheduled_times: fc.uniqueArray(fc.constantFrom(...mailTimes), { minLength: 1, maxLength: 2 }),
      isChecked: fc.constant(true),
    }),
    { minLength: 1, selector: ({ scheduled_day }) => scheduled_day },
  )
  it('is after now, within eight days, and on the wall clock of a slot outside clock changes', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2025-01-01'), max: new Date('2029-01-01'), noInvalidDate: true }),
        anyDays,
        fc.constantFrom(...zones),
        (now, days, timezone) => {
          const mailed = mailedAt(now, 3, { days, timezone })
          expect(mailed > now).toBe(true)
          expect(mailed.getTime() - now.getTime()).toBeLessThan(8.1 * 86_400_000)
          const { date, time } = localOf(mailed, timezone)
          const own = timesOf(days, dayOfWeek(date))
          // A skipped slot has moved by the change itself, an hour at most.
          const hourBefore = `${String(Number(time.slice(0, 2)) - 1).padStart(2, '0')}`
          expect(own.some(one => one === time || one.startsWith(hourBefore))).toBe(true)
        },
      ),
    )
  })
})
