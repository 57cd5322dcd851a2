import { expect, test } from 'vitest'
import { instantsOf, RANGE_DAYS_MAX, rangeProblem } from './range.ts'

test.each([
  ['2026-06-01', '2026-06-01', null],
  ['2026-01-01', '2026-04-10', null],
  ['2026-01-01', '2026-04-11', `A range has at most ${RANGE_DAYS_MAX} days`],
  ['2026-06-02', '2026-06-01', 'The range ends before it starts'],
])('from %s to %s', (start, end, problem) => {
  expect(rangeProblem({ start, end })).toBe(problem)
})

test('a day lasts as long as it does where the project is', () => {
  expect(instantsOf({ start: '2026-03-29', end: '2026-03-29' }, 'Europe/Berlin')).toEqual({
    from: new Date('2026-03-28T23:00:00Z'),
    until: new Date('2026-03-29T22:00:00Z'),
  })
})
