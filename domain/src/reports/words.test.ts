import { expect, test } from 'vitest'
import { durationText } from './words.ts'

test.each([
  [null, '–'],
  [0, '0 min'],
  [59, '59 min'],
  [60, '1 h'],
  [330, '5.5 h'],
  [2879, '48 h'],
  [2880, '2 d'],
  [6480, '4.5 d'],
])('%s minutes are shown as %s', (minutes, text) => {
  expect(durationText(minutes)).toBe(text)
})
