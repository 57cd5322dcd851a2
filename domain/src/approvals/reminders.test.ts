import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dueReminder } from './reminders.ts'

const HOUR = 3_600_000
const deadline = new Date('2026-06-10T12:00:00Z')
const hoursBefore = (hours: number) => new Date(deadline.getTime() - hours * HOUR)
const waiting = { deadline, openedAt: hoursBefore(100), scheduledAt: hoursBefore(-24) }
const usual = { ...waiting, hours: [48, 24, 4], sent: [] as number[] }

describe('The reminder that is due', () => {
  it.each([
    ['nothing three days before', 72, {}, null],
    ['the first one two days before', 48, {}, 48],
    ['nothing once it was sent', 47, { sent: [48] }, null],
    ['the second one a day before', 24, { sent: [48] }, 24],
    ['only the newest of those that were missed', 3, {}, 4],
    ['the end of the time at the deadline', 0, { sent: [48, 24, 4] }, 0],
    ['the end alone after an outage over the deadline', -5, {}, 0],
    ['nothing long after the deadline', -49, {}, null],
    ['nothing whose moment lay before the round began', 30, { openedAt: hoursBefore(31) }, null],
    ['a day before where the project says only that', 23, { hours: [24] }, 24],
    ['nothing before the end where the project sends no reminders', 3, { hours: [] }, null],
    ['the end also where the project sends no reminders', 0, { hours: [] }, 0],
    ['one of a week before', 168, { hours: [4, 168], openedAt: hoursBefore(200) }, 168],
    ['nothing at a deadline that is the publish time', 0, { sent: [4], scheduledAt: deadline }, null],
  ])('is %s', (_name, hours, change, expected) => {
    expect(dueReminder({ ...usual, ...change }, hoursBefore(hours))).toBe(expected)
  })

  it('comes once each and never one that is older than the last, however often and late it is requested', () => {
    const someHours = fc.uniqueArray(fc.integer({ min: 1, max: 168 }), { maxLength: 5 })
    const moments = fc.array(fc.integer({ min: -60, max: 100 }), { maxLength: 40 })
    fc.assert(
      fc.property(moments, someHours, fc.integer({ min: 0, max: 100 }), (requested, hours, opened) => {
        const sent: number[] = []
        for (const hour of requested.toSorted((one, other) => other - one)) {
          const due = dueReminder(
            { ...waiting, openedAt: hoursBefore(opened), hours, sent },
            hoursBefore(hour),
          )
          if (due !== null) sent.push(due)
        }
        expect(sent).toEqual([...new Set(sent)].toSorted((one, other) => other - one))
        expect(sent.every(one => one < opened || opened === 0)).toBe(true)
        expect(sent.every(one => one === 0 || hours.includes(one))).toBe(true)
      }),
    )
  })
})
