import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, eachDay } from '#domain/kernel/days.ts'
import { runsOfDays } from './runs-of-days.ts'

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
