import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, dayOfWeek } from '#domain/kernel/days.ts'
import { localOf } from '#domain/kernel/time.ts'
import { mailTimes } from './mail-days.ts'
import { type QuietHours, quietUntil } from './quiet-hours.ts'

const nights: QuietHours = { days: [1, 2, 3, 4, 5], from: '20:00', to: '08:00', timezone: 'Europe/Berlin' }
const at = (now: string, quiet: Partial<QuietHours> = {}) =>
  quietUntil(new Date(now), { ...nights, ...quiet })?.toISOString() ?? null

describe('Quiet hours', () => {
  it.each([
    // 1 June 2026 is a Monday; Berlin is two hours ahead of UTC.
    ['do not hold what comes before them', '2026-06-01T17:59:59Z', {}, null],
    ['begin at their first moment', '2026-06-01T18:00:00Z', {}, '2026-06-02T06:00:00.000Z'],
    ['last over midnight', '2026-06-02T01:00:00Z', {}, '2026-06-02T06:00:00.000Z'],
    ['do not hold what comes at their end', '2026-06-02T06:00:00Z', {}, null],
    ['of Friday last into Saturday', '2026-06-06T05:59:00Z', {}, '2026-06-06T06:00:00.000Z'],
    ['do not begin on a day that is not chosen', '2026-06-06T19:00:00Z', {}, null],
    [
      'can be in the middle of a day',
      '2026-06-07T10:00:00Z',
      { days: [0, 6], from: '00:00', to: '18:00' },
      '2026-06-07T16:00:00.000Z',
    ],
    [
      'go by the clock of their own zone',
      '2026-06-01T18:00:00Z',
      { timezone: 'Asia/Tokyo' },
      '2026-06-01T23:00:00.000Z',
    ],
    [
      'are shorter in the night that loses an hour',
      '2026-03-28T22:00:00Z',
      { days: [6] },
      '2026-03-29T06:00:00.000Z',
    ],
    [
      'are longer in the night that gains one',
      '2026-10-24T22:00:00Z',
      { days: [6] },
      '2026-10-25T07:00:00.000Z',
    ],
    [
      'are none where the clocks skip all of them',
      '2026-03-29T00:59:59Z',
      { days: [0], from: '02:00', to: '02:30' },
      null,
    ],
    [
      'that touch because the clocks skip the gap are one',
      '2026-03-29T00:00:00Z',
      { days: [6, 0], from: '02:30', to: '02:00' },
      '2026-03-30T00:00:00.000Z',
    ],
  ])('%s', (_, now, quiet, until) => {
    expect(at(now, quiet)).toBe(until)
  })

  const zones = [
    ...['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland', 'America/Sao_Paulo'],
    ...['Australia/Lord_Howe', 'Pacific/Apia', 'America/St_Johns', 'Africa/Casablanca', 'Pacific/Kiritimati'],
  ]
  const anyQuiet = fc
    .record({
      days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 7 }),
      from: fc.constantFrom(...mailTimes),
      to: fc.constantFrom(...mailTimes),
      timezone: fc.constantFrom(...zones),
    })
    .filter(({ from, to }) => from !== to)
  const anyMoment = fc
    .integer({ min: Date.UTC(2020, 0, 1) / 60_000, max: Date.UTC(2032, 0, 1) / 60_000 })
    .map(minutes => new Date(minutes * 60_000))

  it('are over at their end, whatever the clocks did, and hold nothing longer than a week', () => {
    fc.assert(
      fc.property(anyQuiet, anyMoment, (quiet, now) => {
        const until = quietUntil(now, quiet)
        if (until === null) return
        expect(until > now).toBe(true)
        expect(quietUntil(until, quiet)).toBe(null)
        expect(until.getTime() - now.getTime()).toBeLessThan(8 * 86_400_000)
        // Everything before it that is held is held until then.
        expect(quietUntil(new Date((now.getTime() + until.getTime()) / 2), quiet)).toEqual(until)
      }),
      { numRuns: 2000 },
    )
  })

  it('hold what the clock on the wall says, on days on which no clock changes', () => {
    fc.assert(
      fc.property(anyQuiet, anyMoment, (quiet, now) => {
        const { date, time } = localOf(now, quiet.timezone)
        const offset = (moment: Date) => {
          const local = localOf(moment, quiet.timezone)
          return (
            Date.parse(`${local.date}T${local.time}:00Z`) - Math.floor(moment.getTime() / 60_000) * 60_000
          )
        }
        const near = [-3, 0, 3].map(days => offset(new Date(now.getTime() + days * 86_400_000)))
        fc.pre(new Set(near).size === 1)
        const isOver = quiet.to <= quiet.from
        const begins = (day: string) => quiet.days.includes(dayOfWeek(day))
        const expected = isOver
          ? (begins(date) && time >= quiet.from) || (begins(addDays(date, -1)) && time < quiet.to)
          : begins(date) && time >= quiet.from && time < quiet.to
        expect(quietUntil(now, quiet) !== null).toBe(expected)
      }),
      { numRuns: 2000 },
    )
  })
})
