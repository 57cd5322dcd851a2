import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findMetric } from '#domain/analytics/metrics.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import { extremesOf, figureOf, reportFigures, suggestionsOf } from './figures.ts'

const stretches = { kind: 'flow', now: [], before: [], trailing: [], days: 30 } as const

it.each(socialNetworks)('a report has five to seven figures of %s, all of them known metrics', network => {
  const figures: readonly (readonly [string, string, string?])[] = reportFigures[network]
  expect(figures.length).toBeGreaterThanOrEqual(5)
  expect(figures.length).toBeLessThanOrEqual(7)
  const names = figures.flatMap(([name, , other]) => (other === undefined ? [name] : [name, other]))
  expect(names.filter(name => !findMetric(network, name))).toEqual([])
})

describe('A figure', () => {
  it('of something counted by day is its sum, against the sum before and a usual period', () => {
    expect(figureOf({ ...stretches, now: [10, 20], before: [10, 10], trailing: [1, 3] })).toEqual({
      value: 30,
      previous: 20,
      change: 50,
      trailing: 60,
    })
  })

  it('has a usual value in whole numbers, since nobody is half a follower', () => {
    expect(figureOf({ ...stretches, kind: 'level', now: [9], trailing: [6, 7] }).trailing).toBe(7)
    expect(figureOf({ ...stretches, kind: 'rate', now: [9], trailing: [6, 7] }).trailing).toBe(6.5)
  })

  it('of a number of people is the last one', () => {
    expect(
      figureOf({ ...stretches, kind: 'level', now: [9, 12], before: [8, 10], trailing: [6, 8] }),
    ).toEqual({ value: 12, previous: 10, change: 20, trailing: 7 })
  })

  it('of people who are counted anew each day is what a day has, so that nobody is counted twice', () => {
    const people = {
      ...stretches,
      kind: 'people',
      now: [10, 21],
      before: [10, 10],
      trailing: [1, 4],
    } as const
    expect(figureOf(people)).toEqual({ value: 16, previous: 10, change: 60, trailing: 3 })
  })

  it('is unknown where the network has said nothing, which is not 0', () => {
    expect(figureOf(stretches)).toEqual({ value: null, previous: null, change: null, trailing: null })
    expect(figureOf({ ...stretches, now: [0] })).toMatchObject({ value: 0, change: null })
  })

  it('changes by at most 100 percent upwards, also from 0', () => {
    const values = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 31 })
    fc.assert(
      fc.property(values, values, (now, before) => {
        const { change } = figureOf({ ...stretches, now, before })
        expect(change).toBeLessThanOrEqual(100)
        expect(change).toBeGreaterThanOrEqual(-100)
      }),
    )
    expect(figureOf({ ...stretches, now: [7], before: [0] }).change).toBe(100)
  })
})

it('Sentences are about the three largest movements, and silent about small ones', () => {
  const named = (label: string, change: number | null) => ({
    label,
    network: 'facebook' as const,
    value: 1500,
    previous: 1000,
    trailing: null,
    change,
  })
  const figures = [
    named('A', 12),
    named('B', -40),
    named('C', 9.9),
    named('D', 50),
    named('E', 11),
    named('F', null),
  ]
  expect(suggestionsOf(figures)).toEqual([
    'D on Facebook rose by 50 % (from 1,000 to 1,500).',
    'B on Facebook fell by 40 % (from 1,000 to 1,500).',
    'A on Facebook rose by 12 % (from 1,000 to 1,500).',
  ])
})

it('Sentences give no share of nothing, and do not call five times as much a rise by 100 percent', () => {
  const named = (previous: number, value: number) => ({
    label: 'Clicks',
    network: 'linkedin' as const,
    value,
    previous,
    trailing: null,
    change: 100,
  })
  expect(suggestionsOf([named(0, 7), named(10, 50), named(10, 20)])).toEqual([
    'Clicks on LinkedIn rose from 0 to 7.',
    'Clicks on LinkedIn more than doubled (from 10 to 50).',
    'Clicks on LinkedIn rose by 100 % (from 10 to 20).',
  ])
})

describe('The best and the worst post', () => {
  let posts = 0
  const post = (likes: number | null, post_id = ++posts) => ({ post_id, likes, comments: null, shares: null })
  it('are those that people did most and least with', () => {
    const [low, high, unknown] = [post(1), post(9), post(null)]
    expect(extremesOf([low, unknown, high])).toEqual({ best: high, worst: low })
  })
  it('are two posts, and not the same one on two networks', () => {
    const [best, onOtherNetwork, low] = [post(9, 100), post(1, 100), post(5)]
    expect(extremesOf([best, onOtherNetwork, low])).toEqual({ best, worst: low })
  })
  it.each([[[]], [[post(3)]], [[post(3), post(3)]], [[post(null), post(3)]], [[post(3, 100), post(1, 100)]]])(
    'do not exist among %j',
    shown => {
      expect(extremesOf(shown)).toBeNull()
    },
  )
})
