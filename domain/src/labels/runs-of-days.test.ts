import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, eachDay } from '#domain/kernel/days.ts'
import { runsOfDays, runsWithout } from './runs-of-days.ts'

it('covers the days and no others, with a gap between two runs', () => {
  const days = fc.array(fc.integer({ min: 0, max: 60 }).map(ahead => addDays('2028-02-10', ahead)))
  fc.assert(
    fc.property(days, dates => {
      const runs = runsOfDays(dates)
      const covered = runs.flatMap(({ start_at: start, end_at: end }) => eachDay({ start, end }))
      expect(covered).toEqual([...new Set(dates)].sort())
      for (const [index, { start_at }] of runs.entries())
        expect(runs[index - 1]?.end_at).not.toBe(addDays(start_at, -1))
    }),
  )
})

it('leaves of a range its other days', () => {
  const range = { start_at: '2028-02-27', end_at: '2028-03-02' }
  const only = (start_at: string, end_at = start_at) => ({ start_at, end_at })
  expect(runsWithout(range, ['2028-02-29', '2028-05-01'])).toEqual([
    only('2028-02-27', '2028-02-28'),
    only('2028-03-01', '2028-03-02'),
  ])
  expect(runsWithout(range, ['2028-02-27'])).toEqual([only('2028-02-28', '2028-03-02')])
  expect(runsWithout(only('2028-02-27'), ['2028-02-27'])).toEqual([])
})
