import { expect, it, test } from 'vitest'
import { clockChangeText } from './clock-change.ts'

test.each([
  [
    'Europe/Berlin',
    '2027-03-28',
    '02:30',
    '2:30 AM does not exist on 28 Mar: the clocks go forward. It goes out at 3:00 AM.',
  ],
  [
    'America/New_York',
    '2027-03-14',
    '02:00',
    '2:00 AM does not exist on 14 Mar: the clocks go forward. It goes out at 3:00 AM.',
  ],
  [
    'Europe/Berlin',
    '2027-10-31',
    '02:30',
    '2:30 AM comes twice on 31 Oct: the clocks go back. It goes out the first time.',
  ],
  [
    'Australia/Lord_Howe',
    '2027-04-04',
    '01:45',
    '1:45 AM comes twice on 4 Apr: the clocks go back. It goes out the first time.',
  ],
])('In %s on %s at %s: %s', (timezone, date, time, text) => {
  expect(clockChangeText({ date, time, timezone })).toBe(text)
})

it('says nothing of the minutes around a change, nor on other days', () => {
  for (const [date, time] of [
    ['2027-03-28', '01:59'],
    ['2027-03-28', '03:00'],
    ['2027-10-31', '01:59'],
    ['2027-10-31', '03:00'],
    ['2027-10-30', '02:30'],
  ] as const)
    expect(clockChangeText({ date, time, timezone: 'Europe/Berlin' })).toBeNull()
})
