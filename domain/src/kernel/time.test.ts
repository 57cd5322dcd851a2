import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { instantOf } from './instant-of.ts'
import {
  isLocalDate,
  isLocalTime,
  isTimezone,
  listTimezones,
  localOf,
  readInstant,
  timezoneLabel,
  wallClock,
} from './time.ts'

const zones = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Pacific/Apia',
  'Africa/Casablanca',
)
const wholeMinutes = fc
  .integer({ min: Date.UTC(2011, 0, 1) / 60_000, max: Date.UTC(2037, 0, 1) / 60_000 })
  .map(minutes => new Date(minutes * 60_000))

describe('the instant of a wall-clock time', () => {
  test.each([
    ['an ordinary winter time', '2026-01-15', '10:00', 'Europe/Berlin', '2026-01-15T09:00:00.000Z'],
    ['an ordinary summer time', '2026-07-15', '10:00', 'Europe/Berlin', '2026-07-15T08:00:00.000Z'],
    ['UTC itself', '2026-07-15', '10:00', 'UTC', '2026-07-15T10:00:00.000Z'],
    [
      'a zone of three quarters of an hour',
      '2026-07-15',
      '10:00',
      'Asia/Kathmandu',
      '2026-07-15T04:15:00.000Z',
    ],
    ['the start of a gap', '2026-03-29', '02:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['the middle of a gap', '2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['the end of a gap', '2026-03-29', '02:59', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['the first minute after a gap', '2026-03-29', '03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['a gap of half an hour', '2026-10-04', '02:10', 'Australia/Lord_Howe', '2026-10-03T15:30:00.000Z'],
    ['a gap of a whole day', '2011-12-30', '10:00', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
    ['a gap at midnight', '2026-09-06', '00:15', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    ['another gap at midnight', '2026-04-24', '00:00', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
    ['noon in a gap of a whole day', '2011-12-30', '12:00', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
    ['a day that occurred twice', '1969-09-30', '12:00', 'Pacific/Kwajalein', '1969-09-30T01:00:00.000Z'],
    ['the first of two', '2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    [
      'the minute after the second of two',
      '2026-10-25',
      '03:00',
      'Europe/Berlin',
      '2026-10-25T02:00:00.000Z',
    ],
    ['the first of two in New York', '2026-11-01', '01:15', 'America/New_York', '2026-11-01T05:15:00.000Z'],
  ])('%s', (_name, date, time, timezone, expected) => {
    expect(instantOf({ date, time, timezone }).toISOString()).toBe(expected)
  })

  test.each([
    ['2026-02-30', '10:00', 'UTC'],
    ['2026-1-1', '10:00', 'UTC'],
    ['2026-01-01', '9:00', 'UTC'],
    ['2026-01-01', '10:00:00', 'UTC'],
    ['2026-01-01', '24:00', 'UTC'],
    ['2026-01-01', '10:00', 'Mars/Olympus'],
    ['2026-01-01', '10:00', '+02:00'],
  ])('refuses %s %s in %s', (date, time, timezone) => {
    expect(() => instantOf({ date, time, timezone })).toThrow(RangeError)
  })

  it('is shown by the wall clock it was read from, or is the earlier of two, for any instant and zone', () => {
    fc.assert(
      fc.property(wholeMinutes, zones, (instant, timezone) => {
        const local = localOf(instant, timezone)
        const back = instantOf({ ...local, timezone })
        expect(localOf(back, timezone)).toEqual(local)
        expect(back.getTime()).toBeLessThanOrEqual(instant.getTime())
      }),
    )
  })

  it('never goes back when the wall clock goes forward within a day', () => {
    const minuteOfDay = fc.integer({ min: 0, max: 1439 })
    const days = fc.constantFrom(
      '2026-03-29',
      '2026-10-25',
      '2026-03-08',
      '2026-11-01',
      '2026-10-04',
      '2026-04-05',
    )
    const clock = (m: number) =>
      `${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`
    fc.assert(
      fc.property(days, zones, minuteOfDay, minuteOfDay, (date, timezone, a, b) => {
        const first = instantOf({ date, time: clock(Math.min(a, b)), timezone })
        const second = instantOf({ date, time: clock(Math.max(a, b)), timezone })
        expect(first.getTime()).toBeLessThanOrEqual(second.getTime())
      }),
    )
  })
})

test('the wall clock cuts seconds off', () => {
  expect(localOf(new Date('2026-05-01T21:59:59.999Z'), 'Europe/Berlin')).toEqual({
    date: '2026-05-01',
    time: '23:59',
  })
})

test('an instant must carry its offset', () => {
  expect(readInstant('2026-05-01T10:00:00+02:00').toISOString()).toBe('2026-05-01T08:00:00.000Z')
  expect(readInstant(new Date(5)).getTime()).toBe(5)
  expect(() => readInstant('2026-05-01 10:00:00')).toThrow(RangeError)
  expect(() => readInstant('2026-99-01T10:00:00Z')).toThrow(RangeError)
})

test('days and times are accepted only in their exact formats', () => {
  expect(['2024-02-29', '2026-12-31'].every(isLocalDate)).toBe(true)
  expect(['2026-02-29', '2026-13-01', '26-01-01', '2026-01-01T00:00', ''].some(isLocalDate)).toBe(false)
  expect(['00:00', '23:59'].every(isLocalTime)).toBe(true)
  expect(['24:00', '12:60', '7:00', '07:00 PM', ''].some(isLocalTime)).toBe(false)
})

test('a zone is a name of the IANA list', () => {
  expect(['UTC', 'Europe/Berlin', 'US/Eastern', 'Asia/Kolkata', 'Asia/Calcutta'].every(isTimezone)).toBe(true)
  expect(['', 'Europe', 'Mars/Olympus', '+02:00', 'europe/berlin'].some(isTimezone)).toBe(false)
})

test('every offered zone is valid and offered once, and UTC is one of them', () => {
  const offered = listTimezones()
  expect(offered).toContain('UTC')
  expect(new Set(offered).size).toBe(offered.length)
  expect(offered.length).toBeGreaterThan(400)
  expect(offered.filter(name => !isTimezone(name))).toEqual([])
})

test('slashes in a zone are shown as hyphens between spaces', () => {
  expect(timezoneLabel('Europe/Berlin')).toBe('Europe - Berlin')
  expect(timezoneLabel('America/Argentina/Buenos_Aires')).toBe('America - Argentina - Buenos_Aires')
})

describe('a wall clock for many instants', () => {
  it('shows what the zone shows at each, also around its clock changes', () => {
    fc.assert(
      fc.property(
        zones,
        wholeMinutes,
        fc.integer({ min: -3000, max: 3000 }),
        (timezone, instant, minutes) => {
          const clock = wallClock(timezone)
          for (const one of [instant, new Date(instant.getTime() + minutes * 60_000)])
            expect(clock(one)).toEqual(localOf(one, timezone))
        },
      ),
    )
    const berlin = wallClock('Europe/Berlin')
    expect(['2026-03-29T00:59:00Z', '2026-03-29T01:00:00Z'].map(text => berlin(new Date(text)))).toEqual([
      { date: '2026-03-29', time: '01:59' },
      { date: '2026-03-29', time: '03:00' },
    ])
  })

  it('refuses a zone that does not exist', () => {
    expect(() => wallClock('Europe/Atlantis')(new Date(0))).toThrow(RangeError)
  })
})
