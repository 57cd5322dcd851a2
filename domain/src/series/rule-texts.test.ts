import { expect, test } from 'vitest'
import type { RepeatRule } from './model.ts'
import { endInWords, ruleInWords } from './rule-texts.ts'

test.each<[RepeatRule, string]>([
  [{ frequency: 'weekly', every: 1, weekdays: [4, 1] }, 'Repeats weekly on Monday and Thursday'],
  [{ frequency: 'weekly', every: 2, weekdays: [7] }, 'Repeats every 2 weeks on Sunday'],
  [{ frequency: 'monthly_on_day', every: 1, day: 31 }, 'Repeats monthly on day 31'],
  [
    { frequency: 'monthly_on_weekday', every: 3, week: 5, weekday: 5 },
    'Repeats every 3 months on the last Friday',
  ],
])('a rule %j reads %s', (rule, words) => {
  expect(ruleInWords(rule)).toBe(words)
})

test.each([
  [{ until: '2026-12-31', count: null }, 'Ends on 31 Dec 2026.'],
  [{ until: null, count: 10 }, 'Ends after 10 posts.'],
  [{ until: null, count: null }, 'Has no end.'],
])('an end %j reads %s', (end, words) => {
  expect(endInWords(end)).toBe(words)
})
