import { expect, it } from 'vitest'
import { provenOrder, readDate, readTime, splitDateTime } from './dates.ts'

it.each([
  ['2026-06-30', 'day', '2026-06-30'],
  ['2026/6/3', 'day', '2026-06-03'],
  ['3/4/2026', 'day', '2026-04-03'],
  ['3/4/2026', 'month', '2026-03-04'],
  ['3.4.26', 'month', '2026-04-03'],
  ['30-06-2026', 'day', '2026-06-30'],
  ['3 Jun 2026', 'day', '2026-06-03'],
  ['3. June 2026', 'day', '2026-06-03'],
  ['June 3, 2026', 'day', '2026-06-03'],
] as const)('the date "%s", %s first, is %s', (text, order, date) => {
  expect(readDate(text, order)).toBe(date)
})

it.each(['', '30/30/2026', '2026-02-30', '31.6.2026', 'tomorrow', '3 Foo 2026', '45000', '3/4.2026'])(
  '"%s" is not a date',
  text => {
    expect(readDate(text, 'day')).toBeNull()
  },
)

it.each([
  ['14:30', '14:30'],
  ['9:05', '09:05'],
  ['9.05', '09:05'],
  ['14:30:59', '14:30'],
  ['2:30 pm', '14:30'],
  ['12 AM', '00:00'],
  ['12:15 p.m.', '12:15'],
])('the time "%s" is %s', (text, time) => {
  expect(readTime(text)).toBe(time)
})

it.each(['', '14', '25:00', '10:60', '13 pm', '0 am', 'noon'])('"%s" is not a time', text => {
  expect(readTime(text)).toBeNull()
})

it.each([
  ['2026-06-30T14:30', '2026-06-30', '14:30'],
  ['2026-06-30 14:30:00', '2026-06-30', '14:30:00'],
  ['30.06.2026, 2:30 pm', '30.06.2026', '2:30 pm'],
  ['3 Jun 2026 at 9 am', '3 Jun 2026', '9 am'],
  ['3 Jun 2026', '3 Jun 2026', ''],
  ['2026-06-30', '2026-06-30', ''],
])('the cell "%s" has the date "%s" and the time "%s"', (text, date, time) => {
  expect(splitDateTime(text)).toEqual({ date, time })
})

it('tells the order of a column by a date that can be read in one way only', () => {
  expect(provenOrder(['3/4/2026', '3/14/2026'])).toBe('month')
  expect(provenOrder(['3/4/2026', '14/3/2026'])).toBe('day')
  expect(provenOrder(['3/4/2026', '2026-06-30'])).toBeNull()
})
