import { expect, test } from 'vitest'
import { analyticsState } from './analytics-search.ts'

const today = '2026-11-23'

test('an empty address shows the last day to today, by day', () => {
  expect(analyticsState({}, today)).toEqual({
    range: { start: '2026-11-22', end: today },
    before: { start: '2026-11-20', end: '2026-11-21' },
    isCut: false,
    isCompared: false,
    interval: 'daily',
    isCumulative: false,
    part: 'all',
    rank: 'reach',
  })
})

test('an address says everything that the page shows', () => {
  const search = { from: '2026-01-01', to: '2026-06-30', interval: 'monthly', part: 'paid' } as const
  expect(
    analyticsState({ ...search, view: 'cumulative', rank: 'engagement', compare: 'before' }, today),
  ).toEqual({
    range: { start: '2026-01-01', end: '2026-06-30' },
    // Half a year before that is too long ago to be shown.
    before: null,
    isCut: false,
    isCompared: true,
    interval: 'monthly',
    isCumulative: true,
    part: 'paid',
    rank: 'engagement',
  })
})

test('one day ends on the next, days that cannot be shown are cut off, and without any it is as if there were none', () => {
  expect(analyticsState({ from: '2026-11-02', to: '2026-11-02' }, today).range.end).toBe('2026-11-03')
  const usual = analyticsState({}, today).range
  for (const days of [
    { from: '2020-01-01', to: '2020-06-30' },
    { from: '2026-11-03', to: '2026-11-01' },
    { from: '2026-02-30', to: today },
    { from: '2026-11-01' },
  ])
    expect(analyticsState(days, today).range).toEqual(usual)
  expect(analyticsState({ from: '2020-01-01', to: today }, today)).toMatchObject({
    range: { start: '2025-11-24', end: today },
    isCut: true,
  })
  expect(analyticsState({ interval: 'hourly', part: 'both' }, today)).toMatchObject({
    interval: 'daily',
    part: 'all',
  })
})
