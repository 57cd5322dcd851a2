import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { percentOf } from '#domain/analytics/changes.ts'
import { findMetric } from '#domain/analytics/metrics.ts'
import { type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import { extremesOf, figureOf, reportFigures, suggestionsOf } from './figures.ts'
import { wordsIn } from './words.ts'

/** Four weeks of these values in turn. */
const usual = (...values: number[]) =>
  Array.from({ length: 28 }, (_, day) => values[day % values.length] ?? 0)
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
    expect(figureOf({ ...stretches, now: [10, 20], before: [10, 10], trailing: usual(1, 3) })).toEqual({
      value: 30,
      previous: 20,
      change: 50,
      trailing: 60,
    })
  })

  it('has a usual value in whole numbers, since nobody is half a person', () => {
    expect(figureOf({ ...stretches, kind: 'people', now: [9], trailing: usual(6, 7) }).trailing).toBe(7)
    expect(figureOf({ ...stretches, kind: 'rate', now: [9], trailing: usual(6, 7) }).trailing).toBe(6.5)
  })

  it('is called usual only where that says something', () => {
    const trailingOf = (part: object) => figureOf({ ...stretches, now: [9], days: 1, ...part }).trailing
    expect(trailingOf({ before: [100], trailing: usual(110) })).toBe(110)
    // What the period before had, or nearly.
    expect(trailingOf({ before: [100], trailing: usual(100) })).toBeNull()
    expect(trailingOf({ before: [100], trailing: usual(109) })).toBeNull()
    expect(trailingOf({ before: [110], trailing: usual(101) })).toBeNull()
    expect(trailingOf({ before: [110], trailing: usual(100) })).toBe(100)
    // A few days make nothing usual, and a number that only moves slowly is nowhere usual.
    expect(trailingOf({ trailing: usual(110).slice(0, 27) })).toBeNull()
    expect(trailingOf({ kind: 'level', trailing: usual(110) })).toBeNull()
  })

  it('of a number of people is the last one', () => {
    expect(
      figureOf({ ...stretches, kind: 'level', now: [9, 12], before: [8, 10], trailing: usual(6, 8) }),
    ).toEqual({ value: 12, previous: 10, change: 20, trailing: null })
  })

  it('of people who are counted anew each day is what a day has, so that nobody is counted twice', () => {
    const people = {
      ...stretches,
      kind: 'people',
      now: [10, 21],
      before: [10, 10],
      trailing: usual(1, 4),
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

describe('Sentences', () => {
  const words = wordsIn('en-GB')
  const named = (label: string, previous: number | null, value: number | null) => ({
    label,
    value,
    previous,
    trailing: null,
    change: value === null || previous === null ? null : percentOf(value, previous),
  })
  const on = (social_network: SocialNetwork, ...figures: ReturnType<typeof named>[]) =>
    suggestionsOf([{ social_network, figures }], words)

  it('are about the three movements that say most, and silent about small ones', () => {
    expect(
      on(
        'facebook',
        named('A', 1000, 1120),
        named('B', 1000, 600),
        named('C', 1000, 1099),
        named('D', 1000, 1500),
        named('E', 1000, 1110),
        named('F', null, 1000),
      ),
    ).toEqual([
      'B on Facebook fell by 40 % (from 1,000 to 600).',
      'D on Facebook rose by 50 % (from 1,000 to 1,500).',
      'A on Facebook rose by 12 % (from 1,000 to 1,120).',
    ])
  })

  it('give no share of nothing, and do not call five times as much a rise by 100 percent', () => {
    expect(on('linkedin', named('X', 0, 70), named('Y', 10, 50), named('Z', 20, 40))).toEqual([
      'X on LinkedIn rose from 0 to 70.',
      'Y on LinkedIn more than doubled (from 10 to 50).',
      'Z on LinkedIn rose by 100 % (from 20 to 40).',
    ])
    expect(on('linkedin', named('X', 7, 0))).toEqual(['X on LinkedIn fell from 7 to 0.'])
  })

  it('weigh followers more, and the movements of a few less', () => {
    expect(
      on('twitter', named('Likes', 2, 4), named('Retweets', 2000, 2400), named('Followers', 5000, 5600)),
    ).toEqual([
      'Followers on Twitter rose by 12 % (from 5,000 to 5,600).',
      'Retweets on Twitter rose by 20 % (from 2,000 to 2,400).',
      'Likes on Twitter rose by 100 % (from 2 to 4).',
    ])
  })

  it('tell a fall wherever they would tell the same movement as a rise', () => {
    const count = fc.integer({ min: 0, max: 100_000 })
    const pairs = fc.array(fc.tuple(count, count), { minLength: 1, maxLength: 8 })
    const told = (figures: readonly (readonly [number, number])[]) =>
      on('facebook', ...figures.map(([a, b], index) => named(`Figure ${index}`, a, b))).map(
        sentence => /^Figure \d/.exec(sentence)?.[0],
      )
    fc.assert(
      fc.property(pairs, figures => {
        expect(told(figures.map(([a, b]) => [b, a] as const))).toEqual(told(figures))
      }),
    )
  })
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
