import { expect, it } from 'vitest'
import { wordsOf } from '#server/platform/words.ts'
import { deadlineText, leftText, spanText } from './deadline-words.ts'

const deadline = new Date('2026-06-04T15:00:00Z')
const HOUR = 3_600_000
const english = wordsOf('en')

it.each([
  [6 * HOUR, 'Decide by Thu 4 Jun, 5:00 PM (in 6 hours)'],
  [HOUR, 'Decide by Thu 4 Jun, 5:00 PM (in 1 hour)'],
  [HOUR - 1, 'Decide by Thu 4 Jun, 5:00 PM (in 59 minutes)'],
  [1, 'Decide by Thu 4 Jun, 5:00 PM (in 1 minute)'],
  [0, 'Decision was due by Thu 4 Jun, 5:00 PM (1 minute late)'],
  [-2 * HOUR, 'Decision was due by Thu 4 Jun, 5:00 PM (2 hours late)'],
])('A deadline that is %i ms away reads "%s"', (ms, text) => {
  expect(deadlineText(english, deadline, new Date(deadline.getTime() - ms), 'Europe/Berlin')).toBe(text)
})

it.each([
  [47.9 * HOUR, '47 hours'],
  [48 * HOUR, '2 days'],
  [71 * HOUR, '2 days'],
])('A span of %i ms reads "%s"', (ms, text) => {
  expect(spanText(ms)).toBe(text)
})

it.each([
  [72 * HOUR, '3 days left'],
  [48 * HOUR, '2 days left'],
  [47.9 * HOUR, '47 h left'],
  [HOUR, '1 h left'],
  [HOUR - 1, '59 min left'],
  [1, '1 min left'],
  [0, 'Late'],
  [-HOUR, 'Late'],
])('A deadline that is %i ms away reads "%s" where there is little room', (ms, text) => {
  expect(leftText(deadline, new Date(deadline.getTime() - ms))).toBe(text)
})
