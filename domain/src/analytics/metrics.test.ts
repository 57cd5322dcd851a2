import { expect, it } from 'vitest'
import { findMetric, metrics } from './metrics.ts'

const all = Object.values(metrics).flat()

it('Every metric has a number of its own that fits into a smallint', () => {
  expect(new Set(all.map(({ number }) => number)).size).toBe(all.length)
  expect(all.every(({ number }) => Number.isInteger(number) && number > 0 && number < 32_768)).toBe(true)
})

it('A metric is found by its network and name', () => {
  expect(findMetric('linkedin', 'impressions')?.number).not.toBe(
    findMetric('instagram', 'impressions')?.number,
  )
  expect(findMetric('twitter', 'impressions')).toBeUndefined()
})
