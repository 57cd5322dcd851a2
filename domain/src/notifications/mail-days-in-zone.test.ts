import { describe, expect, it } from 'vitest'
import type { MailDay } from './mail-days.ts'
import { mailDaysInZone } from './mail-days-in-zone.ts'

const now = new Date('2026-06-03T12:00:00Z')
const on = (scheduled_day: number, ...scheduled_times: MailDay['scheduled_times']): MailDay => ({
  scheduled_day,
  scheduled_times,
  isChecked: true,
})
const chosen = (days: readonly MailDay[]) => days.filter(({ isChecked }) => isChecked)

describe('The days and times of a timeframe by another clock', () => {
  it('are all seven days, Monday first, in the same zone', () => {
    const days = mailDaysInZone([on(0, '09:00')], { from: 'Europe/Berlin', to: 'Europe/Berlin', now })
    expect(days.map(day => day.scheduled_day)).toEqual([1, 2, 3, 4, 5, 6, 0])
    expect(chosen(days)).toEqual([on(0, '09:00')])
  })

  it.each([
    ['Asia/Tokyo', [on(1, '16:00')]],
    ['America/New_York', [on(1, '03:00')]],
    ['Pacific/Auckland', [on(1, '19:00')]],
    ['Asia/Kathmandu', [on(1, '12:30')]],
  ])('move with the hours between the zones: %s', (to, expected) => {
    expect(chosen(mailDaysInZone([on(1, '09:00')], { from: 'Europe/Berlin', to, now }))).toEqual(expected)
  })

  it('may fall on the day before or after', () => {
    const days = [on(1, '02:00', '23:00')]
    expect(chosen(mailDaysInZone(days, { from: 'Europe/Berlin', to: 'America/New_York', now }))).toEqual([
      on(1, '17:00'),
      on(0, '20:00'),
    ])
  })

  it('are one where a clock change makes two the same moment', () => {
    const days = [on(0, '02:30', '03:00')]
    const beforeChange = new Date('2026-03-28T12:00:00Z')
    const requested = { from: 'Europe/Berlin', to: 'America/New_York', now: beforeChange }
    expect(chosen(mailDaysInZone(days, requested))).toEqual([on(6, '21:00')])
  })

  it('are nothing where nothing is chosen', () => {
    const days = [{ ...on(1, '09:00'), isChecked: false }]
    expect(chosen(mailDaysInZone(days, { from: 'Europe/Berlin', to: 'Asia/Tokyo', now }))).toEqual([])
  })
})
