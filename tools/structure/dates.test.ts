import { expect, test } from 'vitest'
import { oneWayToWriteDates } from './dates.ts'
import { judge } from './judge.ts'

const found = (text: string, path = 'web/src/a.tsx') => judge(oneWayToWriteDates, { [path]: text })

test.each([
  "const clock = new Intl.DateTimeFormat('en')",
  'date.toLocaleDateString()',
  "date.toLocaleTimeString('en')",
  'new Date(instant).toLocaleString()',
])('“%s” is reported', text => {
  expect(found(text)).toEqual([
    expect.stringMatching(/^web\/src\/a\.tsx: line 1 writes a date in a way of its own/),
  ])
})

test.each([
  'Intl.DateTimeFormat().resolvedOptions().timeZone',
  "count.toLocaleString('en')",
  'formatInstant(at, timezone, formats.day)',
])('“%s” is fine', text => {
  expect(found(text)).toEqual([])
})

test('a file that is listed with a reason may', () => {
  expect(found('new Intl.DateTimeFormat()', 'web/src/features/projects/zone-search.ts')).toEqual([])
})
