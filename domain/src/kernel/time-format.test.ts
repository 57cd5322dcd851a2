import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { dayOf } from './time.ts'
import {
  clampHours,
  clampMinutes,
  formatDayRange,
  formatInstant,
  formatLastUpdate,
  formatLocal,
  formatPreviewDay,
  formats,
  fromTwelveHour,
  toTwelveHour,
} from './time-format.ts'

const times = fc
  .integer({ min: 0, max: 1439 })
  .map(m => `${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`)

test.each([
  [formats.time, '15:05', '3:05 PM'],
  [formats.time, '00:00', '12:00 AM'],
  [formats.time, '12:00', '12:00 PM'],
  [formats.besideApproval, '23:00', '05/03/26 11:00 PM'],
  [formats.day, '00:00', '5 Mar 2026'],
  [formats.dayThisYear, '00:00', '5 Mar'],
  [formats.grid, '15:05', '05 Mar 2026 03:05 PM'],
  [formats.grid, '12:30', '05 Mar 2026 00:30 PM'],
  [formats.grid, '00:30', '05 Mar 2026 00:30 AM'],
  [formats.month, '00:00', 'March 2026'],
  [formats.dayTime, '15:05', '5 Mar 2026, 3:05 PM'],
  [formats.weekday, '00:00', 'Thu 5 Mar'],
])('in the format %s, %s on 5 March 2026 reads %s', (format, time, expected) => {
  expect(formatLocal({ date: '2026-03-05', time }, format)).toBe(expected)
})

test('an instant is shown by the clock of the given zone', () => {
  const instant = new Date('2026-03-05T23:30:00Z')
  expect(formatInstant(instant, 'Asia/Tokyo', formats.besideApproval)).toBe('06/03/26 8:30 AM')
  expect(formatInstant(instant, 'America/New_York', formats.besideApproval)).toBe('05/03/26 6:30 PM')
})

test('a preview names the year only if it is not the current one', () => {
  expect(formatPreviewDay('2026-12-31', '2026-01-01')).toBe('31 Dec')
  expect(formatPreviewDay('2027-01-01', '2026-12-31')).toBe('1 Jan 2027')
})

test.each([
  ['2026-11-16', '2026-11-22', '16 – 22 Nov 2026'],
  ['2026-11-30', '2026-12-06', '30 Nov – 6 Dec 2026'],
  ['2026-12-28', '2027-01-03', '28 Dec 2026 – 3 Jan 2027'],
  ['2026-11-16', '2026-11-16', '16 Nov 2026'],
])('the days from %s to %s read %s', (start, end, expected) => {
  expect(formatDayRange(start, end)).toBe(expected)
})

test.each([
  ['2026-03-05T22:59:00Z', 'Europe/Berlin', 'Today'],
  ['2026-03-05T00:00:00Z', 'Europe/Berlin', 'Today'],
  ['2026-03-04T22:59:00Z', 'Europe/Berlin', '1 days ago'],
  ['2026-03-04T23:01:00Z', 'Europe/Berlin', 'Today'],
  ['2026-02-26T12:00:00Z', 'Europe/Berlin', '7 days ago'],
  ['2026-03-09T12:00:00Z', 'Europe/Berlin', 'Today'],
])('a change at %s seen from %s on the evening of 5 March reads %s', (updatedAt, timezone, expected) => {
  const dayAt = (text: string) => dayOf(new Date(text), timezone)
  expect(formatLastUpdate(dayAt(updatedAt), dayAt('2026-03-05T22:59:30Z'))).toBe(expected)
})

describe('the schedule modal', () => {
  test.each([
    ['00:00', '12', '00', 'AM'],
    ['00:59', '12', '59', 'AM'],
    ['01:05', '01', '05', 'AM'],
    ['11:59', '11', '59', 'AM'],
    ['12:00', '12', '00', 'PM'],
    ['23:00', '11', '00', 'PM'],
  ] as const)('shows %s as %s:%s %s and reads it back', (time, hours, minutes, period) => {
    expect(toTwelveHour(time)).toEqual({ hours, minutes, period })
    expect(fromTwelveHour({ hours, minutes, period })).toBe(time)
  })

  it('reads back every minute of the day', () => {
    fc.assert(
      fc.property(times, time => {
        expect(fromTwelveHour(toTwelveHour(time))).toBe(time)
      }),
    )
  })

  test.each([
    [0, '01'],
    [-3, '01'],
    [1, '01'],
    [9, '09'],
    [12, '12'],
    [13, '12'],
    [Number.POSITIVE_INFINITY, '12'],
    [Number.NaN, '12'],
  ])('clamps %d hours to %s', (value, expected) => {
    expect(clampHours(value)).toBe(expected)
  })

  test.each([
    [-1, '00'],
    [5, '05'],
    [59, '59'],
    [60, '59'],
    [Number.NaN, '00'],
  ])('clamps %d minutes to %s', (value, expected) => {
    expect(clampMinutes(value)).toBe(expected)
  })

  it('clamps what was typed before reading it', () => {
    expect(fromTwelveHour({ hours: '99', minutes: '99', period: 'PM' })).toBe('12:59')
    expect(fromTwelveHour({ hours: '', minutes: '', period: 'AM' })).toBe('01:00')
  })
})
