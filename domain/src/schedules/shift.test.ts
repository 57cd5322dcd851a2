import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/kernel/days.ts'
import { instantOf } from '#domain/kernel/instant-of.ts'
import { localOf } from '#domain/kernel/time.ts'
import { meantTime, shiftByDays } from './shift.ts'

const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago', 'Asia/Tokyo']
const two = (value: number) => String(value).padStart(2, '0')

const schedule = fc
  .record({
    timezone: fc.constantFrom(...zones),
    day: fc.integer({ min: 0, max: 730 }),
    // The hours in which clocks change, more often than the others.
    hour: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 23 })),
    minute: fc.integer({ min: 0, max: 59 }),
  })
  .map(({ timezone, day, hour, minute }) =>
    scheduleAt(addDays('2026-01-01', day), `${two(hour)}:${two(minute)}`, timezone),
  )
const days = fc.integer({ min: -365, max: 365 })

const scheduleAt = (date: string, time: string, timezone: string) => ({
  date,
  time,
  timezone,
  datetime: instantOf({ date, time, timezone }).toISOString(),
})

describe('shifting a schedule by days', () => {
  it('keeps the time of the wall clock across a change of the clocks, unless the clocks skip it', () => {
    fc.assert(
      fc.property(schedule, days, (one, by) => {
        const { timezone } = one
        const to = shiftByDays(one, by, timezone)
        const shown = localOf(instantOf({ ...to, timezone }), timezone)
        expect(to).toEqual({ date: addDays(one.date, by), time: one.time })
        // A skipped time goes out at the first that exists, on the same day.
        expect(shown.date).toBe(to.date)
        expect(shown.time >= to.time).toBe(true)
        if (shown.time !== to.time) expect(shown.time <= '03:00').toBe(true)
      }),
    )
  })

  it('and back by as many restores day, time and instant', () => {
    fc.assert(
      fc.property(schedule, days, (one, by) => {
        const { date, time } = shiftByDays(one, by, one.timezone)
        const back = shiftByDays(scheduleAt(date, time, one.timezone), -by, one.timezone)
        expect(scheduleAt(back.date, back.time, one.timezone)).toEqual(one)
      }),
    )
  })

  it('takes the time by the clock of another zone, if the zone of the project has changed since', () => {
    fc.assert(
      fc.property(schedule, fc.constantFrom(...zones), (one, timezone) => {
        const { date, time } = meantTime(one, timezone)
        if (timezone !== one.timezone)
          expect({ date, time }).toEqual(localOf(new Date(one.datetime), timezone))
      }),
    )
  })

  it('keeps 02:30 through a night that skips it', () => {
    const timezone = 'Europe/Berlin'
    const skipped = shiftByDays(scheduleAt('2027-03-27', '02:30', timezone), 1, timezone)
    const next = shiftByDays(scheduleAt(skipped.date, skipped.time, timezone), 1, timezone)
    expect(next).toEqual({ date: '2027-03-29', time: '02:30' })
  })
})
