import { expect, test } from 'vitest'
import type { PostSummary } from '#domain/posts/model.ts'
import type { TimeSlot } from '#domain/projects/time-slots.ts'
import { calendarItem } from '../../../../testing/build-calendar-item.ts'
import { planOnDay } from './times.ts'

const { post } = calendarItem({ message: 'Slow Sunday', datetime: '2026-11-23T17:05:00.000Z' })
const clock = {
  now: new Date('2026-11-20T11:00:00Z'),
  timezone: 'UTC',
  leadMinutes: 240,
  today: '2026-11-20',
}
const slots: TimeSlot[] = [
  { weekday: 5, time: '14:00', social_network: null },
  { weekday: 5, time: '16:30', social_network: null },
]
const plan = (date: string, given: readonly TimeSlot[] = [], of: PostSummary = post) =>
  planOnDay(of, date, given, clock)

test.each([
  ['2026-11-20', slots, '16:30'],
  ['2026-11-27', slots, '14:00'],
  ['2026-11-21', slots, '23:00'],
  ['2026-11-20', [], '23:00'],
])('A post that is put on %s gets the usual time of the day, or a later slot of it', (date, given, time) => {
  expect(plan(date, given)).toEqual({ choice: { date, time, is_autoposting: true }, refusal: null })
})

test('A post is not put on a past day, or on one whose times are all too near', () => {
  expect(plan('2026-11-19').refusal).toBe('Posts can only be moved to today or a later day.')
  expect(plan('2026-11-20', slots.slice(0, 1)).refusal).toBe(
    'Publishing time must be at least 4 hours in the future.',
  )
})
