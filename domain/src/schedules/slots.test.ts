import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addDays } from '#domain/kernel/days.ts'
import { instantOf } from '#domain/kernel/instant-of.ts'
import { dayOf, localOf, wallClock } from '#domain/kernel/time.ts'
import { type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import { type TimeSlot, weekdays } from '#domain/projects/time-slots.ts'
import { firstDayWithTime, nextFreeSlot, slotTimes, timeOnDay, tooNearText, usualTime } from './slots.ts'
import { earliestPublishTime } from './timing.ts'

const MINUTE = 60_000
const slot = (weekday: TimeSlot['weekday'], time: string, social_network: SocialNetwork | null = null) => ({
  weekday,
  time,
  social_network,
})
// Monday, 12:00 in Berlin
const clock = { now: new Date('2026-06-01T10:00:00Z'), timezone: 'Europe/Berlin' }
const week: TimeSlot[] = [slot(1, '17:00'), slot(1, '09:00'), slot(1, '08:00', 'linkedin'), slot(3, '10:00')]
const free = () => false

test.each<[string, SocialNetwork[], string[]]>([
  ['2026-06-01', ['facebook'], ['09:00', '17:00']],
  ['2026-06-01', ['facebook', 'linkedin'], ['08:00', '09:00', '17:00']],
  ['2026-06-01', [], ['09:00', '17:00']],
  ['2026-06-02', ['facebook'], []],
  ['2026-06-07', ['facebook'], []],
])('the usual times of %s for %j are %j', (date, networks, times) => {
  expect(slotTimes(week, date, networks)).toEqual(times)
})

test('a time that is a slot for all networks and for one of them is named once, and Sunday is the last day of the week', () => {
  const slots = [slot(7, '09:00'), slot(7, '09:00', 'facebook')]
  expect(slotTimes(slots, '2026-06-07', ['facebook'])).toEqual(['09:00'])
})

test.each<[string, string]>([
  ['2026-06-01', '09:00'],
  ['2026-06-02', '23:00'],
])('the usual time of %s is %s: its first slot, or 11:00 PM', (date, time) => {
  expect(usualTime(week, date, ['facebook'])).toBe(time)
})

describe('a new post', () => {
  test.each<[string, string, TimeSlot[], string | null]>([
    ['gets the usual time of its day', '2026-06-08', week, '09:00'],
    ['gets the next slot of the day when the usual one is too near', '2026-06-01', week, '17:00'],
    ['gets 11:00 PM on a day without slots', '2026-06-02', week, '23:00'],
    ['gets no time when all slots of the day are too near', '2026-06-01', [slot(1, '15:59')], null],
    ['gets a slot that is exactly the lead time away', '2026-06-01', [slot(1, '16:00')], '16:00'],
    ['gets no time on a past day', '2026-05-31', week, null],
  ])('%s', (_, date, slots, time) => {
    expect(timeOnDay(slots, date, ['facebook'], clock)).toBe(time)
  })

  it('gets no time late in the evening of a day without slots', () => {
    expect(
      timeOnDay([], '2026-06-01', ['facebook'], { ...clock, now: new Date('2026-06-01T18:00:00Z') }),
    ).toBe(null)
  })
})

test.each<[string, string, TimeSlot[], string]>([
  ['2026-05-04T16:59:00Z', 'Europe/Berlin', [], '2026-05-04'],
  ['2026-05-04T17:01:00Z', 'Europe/Berlin', [], '2026-05-05'],
  ['2026-05-04T20:00:00Z', 'America/New_York', [], '2026-05-04'],
  ['2026-05-04T20:00:00Z', 'Asia/Tokyo', [], '2026-05-05'],
  // A Monday: its slots are too near, Tuesday has 11:00 PM.
  ['2026-05-04T12:00:00Z', 'Europe/Berlin', [slot(1, '17:00')], '2026-05-05'],
  ['2026-05-04T12:00:00Z', 'Europe/Berlin', [slot(1, '17:00'), slot(1, '19:00')], '2026-05-04'],
])('at %s in %s with the slots %j a new post starts on %s', (moment, timezone, slots, day) => {
  expect(firstDayWithTime(slots, ['facebook'], { now: new Date(moment), timezone })).toBe(day)
})

test('a time that is too near is worded with the lead time', () => {
  expect(tooNearText('09:00')).toBe('9:00 AM is not at least 4 hours away.')
  expect(tooNearText('23:00', 60)).toBe('11:00 PM is not at least 1 hour away.')
})

describe('the next free slot', () => {
  it('is the first that is far enough ahead', () => {
    expect(nextFreeSlot(week, ['facebook'], clock, free)).toEqual({
      date: '2026-06-01',
      time: '17:00',
      instant: new Date('2026-06-01T15:00:00Z'),
    })
  })

  it('passes over occupied slots', () => {
    const taken = new Set(['2026-06-01T15:00:00.000Z', '2026-06-03T08:00:00.000Z'])
    const found = nextFreeSlot(week, ['facebook'], clock, instant => taken.has(instant.toISOString()))
    expect(found).toMatchObject({ date: '2026-06-08', time: '09:00' })
  })

  it('does not exist without slots, with slots of other networks only, or when all are occupied', () => {
    expect(nextFreeSlot([], ['facebook'], clock, free)).toBeNull()
    expect(nextFreeSlot([slot(1, '09:00', 'twitter')], ['facebook'], clock, free)).toBeNull()
    expect(nextFreeSlot(week, ['facebook'], clock, () => true)).toBeNull()
  })

  it('is the first existing time when the clocks skip the slot, and the first of two when it occurs twice', () => {
    const sunday = [slot(7, '02:30')]
    const spring = { ...clock, now: new Date('2026-03-28T12:00:00Z') }
    expect(nextFreeSlot(sunday, ['facebook'], spring, free)).toEqual({
      date: '2026-03-29',
      time: '03:00',
      instant: new Date('2026-03-29T01:00:00Z'),
    })
    const autumn = { ...clock, now: new Date('2026-10-24T12:00:00Z') }
    expect(nextFreeSlot(sunday, ['facebook'], autumn, free)).toEqual({
      date: '2026-10-25',
      time: '02:30',
      instant: new Date('2026-10-25T00:30:00Z'),
    })
  })

  it('follows the project to another zone, while a planned post keeps its instant', () => {
    const nine = [slot(1, '09:00')]
    const planned = nextFreeSlot(nine, ['facebook'], clock, free)?.instant.getTime()
    const tokyo = { ...clock, timezone: 'Asia/Tokyo' }
    const found = nextFreeSlot(nine, ['facebook'], tokyo, instant => instant.getTime() === planned)
    expect(found).toMatchObject({
      date: '2026-06-08',
      time: '09:00',
      instant: new Date('2026-06-08T00:00:00Z'),
    })
  })
})

/** Zones with clock changes of an hour and of half an hour, in both halves of the year, at midnight, and none. */
const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo', 'Asia/Kolkata']
const anyTime = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 15, 30, 59))
  .map(parts => parts.map(part => String(part).padStart(2, '0')).join(':'))
const anySlot: fc.Arbitrary<TimeSlot> = fc.record({
  weekday: fc.constantFrom(...weekdays),
  time: anyTime,
  social_network: fc.constantFrom(null, ...socialNetworks),
})
/** Around clock changes of these zones, and any time of the year. */
const anyNow = fc.oneof(
  fc
    .constantFrom('2026-03-08', '2026-03-29', '2026-04-05', '2026-04-24', '2026-10-04', '2026-10-25')
    .chain(day =>
      fc
        .integer({ min: -3 * 24 * 60, max: 24 * 60 })
        .map(minutes => new Date(Date.parse(day) + minutes * MINUTE)),
    ),
  fc.date({ min: new Date('2024-01-01'), max: new Date('2028-01-01'), noInvalidDate: true }),
)
const anyCase = fc.record({
  slots: fc.array(anySlot, { maxLength: 12 }),
  networks: fc.uniqueArray(fc.constantFrom(...socialNetworks), { minLength: 1 }),
  now: anyNow,
  timezone: fc.constantFrom(...zones),
  leadMinutes: fc.integer({ min: 0, max: 600 }),
  occupied: fc.array(fc.nat({ max: 8 * 24 * 60 }), { maxLength: 40 }),
})

describe('any next free slot', () => {
  it('is free, far enough ahead, at a time that the clock shows, and no minute before it is a free slot', () => {
    fc.assert(
      fc.property(anyCase, ({ slots, networks, now, timezone, leadMinutes, occupied }) => {
        const earliest = earliestPublishTime(now, leadMinutes).getTime()
        const taken = new Set(occupied.map(minute => earliest + minute * MINUTE))
        const found = nextFreeSlot(slots, networks, { now, timezone, leadMinutes }, instant =>
          taken.has(instant.getTime()),
        )
        const shown = wallClock(timezone)
        if (found) {
          expect(found.instant.getTime()).toBeGreaterThanOrEqual(earliest)
          expect(taken.has(found.instant.getTime())).toBe(false)
          expect(localOf(found.instant, timezone)).toEqual({ date: found.date, time: found.time })
          expect(instantOf({ ...found, timezone })).toEqual(found.instant)
        }
        // Minute by minute, as somebody who watches the clock would find it.
        const end = Math.min(
          found?.instant.getTime() ?? Number.POSITIVE_INFINITY,
          earliest + 9 * 24 * 60 * MINUTE,
        )
        for (let at = earliest; at < end; at += MINUTE) {
          const { date, time } = shown(new Date(at))
          if (taken.has(at) || !slotTimes(slots, date, networks).includes(time)) continue
          // The second of two equal times is no slot.
          expect(instantOf({ date, time, timezone }).getTime()).toBeLessThan(at)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('exists whenever a day of the week has a slot and nothing is planned', () => {
    fc.assert(
      fc.property(anyCase, ({ slots, networks, now, timezone, leadMinutes }) => {
        const today = dayOf(now, timezone)
        const days = Array.from({ length: 9 }, (_, ahead) => addDays(today, ahead))
        const hasSlot = days.some(date => slotTimes(slots, date, networks).length > 0)
        const found = nextFreeSlot(slots, networks, { now, timezone, leadMinutes }, free)
        expect(found !== null).toBe(hasSlot)
        if (found) expect(found.date <= addDays(today, 9)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})
