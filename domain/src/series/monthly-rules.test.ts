import { expect, it } from 'vitest'
import { monthlyRulesOn } from './monthly-rules.ts'
import { daysInWords } from './rule-texts.ts'

it.each([
  ['2026-11-03', ['day 3', 'the first Tuesday']],
  ['2026-11-24', ['day 24', 'the fourth Tuesday', 'the last Tuesday']],
  ['2026-12-31', ['day 31', 'the last Thursday']],
])('a post of %s can repeat monthly on %j', (date, words) => {
  expect(monthlyRulesOn(date, 1).map(daysInWords)).toEqual(words)
})
