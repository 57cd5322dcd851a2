import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addDays } from '#domain/kernel/days.ts'
import { instantOf } from '#domain/kernel/instant-of.ts'
import { listTimezones, localOf } from '#domain/kernel/time.ts'
import { basisText, bestHours, chartedHours, noHours, type RatedPost, surenessOf } from './best-time.ts'

const date = '2026-06-10'
const timezone = 'Europe/Berlin'
const nothing = { date, timezone, online: [], posts: [] }
const week = (hours: readonly number[], from = '2026-06-01') =>
  Array.from({ length: 7 }, (_, index) => ({ day: addDays(from, index), hours }))
const peakAt = (hour: number) => noHours().map((_, each) => (each === hour ? 90 : 10))
const best = (values: readonly number[]) => values.indexOf(Math.max(...values))
const postAt = (day: string, time: string, figure: number, zone = timezone): RatedPost => ({
  publishedAt: instantOf({ date: day, time, timezone: zone }),
  figure,
})
const several = (count: number, time: string, figure: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => postAt(addDays('2026-04-01', index), time, figure(index)))

const anyHours = fc.array(fc.nat(5000), { minLength: 24, maxLength: 24 })
const anyDay = fc.integer({ min: 0, max: 3000 }).map(days => addDays('2024-01-01', days))
const anyZone = fc.constantFrom(...listTimezones())
const anyPosts = fc.array(
  fc.record({
    publishedAt: fc.date({ min: new Date('2024-01-01'), max: new Date('2032-01-01'), noInvalidDate: true }),
    figure: fc.nat(100_000),
  }),
  { maxLength: 60 },
)
const anyOnline = fc.array(fc.record({ day: anyDay, hours: anyHours }), { maxLength: 10 })

test('the chart shows the odd hours', () => {
  const values = noHours().map((_, hour) => hour * 10)
  expect(chartedHours(values).map(({ hour }) => hour)).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23])
  expect(chartedHours(values)[1]).toEqual({ hour: 3, value: 30 })
})

describe('The best hours', () => {
  it('are 24 numbers up to 100, which the best one has, or zeros, for any facts, day and zone', () => {
    fc.assert(
      fc.property(anyOnline, anyPosts, anyDay, anyZone, (online, posts, day, zone) => {
        const values = bestHours({ date: day, timezone: zone, online, posts })
        expect(values).toHaveLength(24)
        expect(values.every(value => value >= 0 && value <= 100)).toBe(true)
        expect([0, 100]).toContain(Math.max(...values))
      }),
      { numRuns: 60 },
    )
  })

  it('do not depend on the order of posts and days, or on how many people an account reaches', () => {
    fc.assert(
      fc.property(anyOnline, anyPosts, fc.integer({ min: 2, max: 50 }), (online, posts, times) => {
        const larger = {
          online: online.map(({ day, hours }) => ({ day, hours: hours.map(count => count * times) })),
          posts: posts.map(post => ({ ...post, figure: post.figure * times })),
        }
        const reversed = { online: larger.online.toReversed(), posts: larger.posts.toReversed() }
        const values = bestHours({ ...nothing, online, posts })
        for (const [hour, value] of bestHours({ ...nothing, ...reversed }).entries())
          expect(value).toBeCloseTo(values[hour] ?? -1, 0)
      }),
      { numRuns: 60 },
    )
  })

  it('are zeros where nothing is known, where there is one post, and where all did the same', () => {
    expect(bestHours(nothing)).toEqual(noHours())
    expect(bestHours({ ...nothing, posts: [postAt(date, '09:00', 40)] })).toEqual(noHours())
    expect(bestHours({ ...nothing, posts: several(20, '09:00', () => 0) })).toEqual(noHours())
    expect(bestHours({ ...nothing, online: week(noHours()) })).toEqual(noHours())
  })
})

describe('Followers’ hours', () => {
  it.each([
    ['noon in California is nine in the evening in Berlin', '2026-06-01', timezone, 21],
    ['an hour earlier while only America has summer time', '2026-03-09', timezone, 20],
    ['half past midnight in India belongs to both hours', '2026-06-01', 'Asia/Kolkata', 0],
    ['and stays where it is in California', '2026-06-01', 'America/Los_Angeles', 12],
  ])('move into the project’s zone: %s', (_what, from, zone, hour) => {
    const values = bestHours({ ...nothing, timezone: zone, online: week(peakAt(12), from) })
    expect(best(values)).toBe(hour)
    if (zone === 'Asia/Kolkata') expect(values[1]).toBe(values[0])
  })

  it('turn with the zone', () => {
    fc.assert(
      fc.property(anyHours, fc.integer({ min: -12, max: 14 }), (hours, east) => {
        const valuesIn = (zone: string) => bestHours({ ...nothing, timezone: zone, online: week(hours) })
        const zone = east === 0 ? 'UTC' : `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`
        const utc = valuesIn('UTC')
        const moved = valuesIn(zone)
        expect(noHours().map((_, hour) => moved[(hour + east + 24) % 24])).toEqual(utc)
      }),
      { numRuns: 60 },
    )
  })

  it('are no higher for the hour that a clock change merges', () => {
    fc.assert(
      fc.property(fc.constantFrom('2026-03-08', '2026-11-01'), anyZone, (day, zone) => {
        const online = [{ day, hours: noHours().map(() => 40) }]
        const values = bestHours({ ...nothing, timezone: zone, online })
        expect(values).toEqual(noHours())
      }),
      { numRuns: 60 },
    )
  })

  it('differ by weekday', () => {
    const online = Array.from({ length: 28 }, (_, index) => {
      const day = addDays('2026-05-04', index)
      return { day, hours: peakAt(index % 7 === 2 ? 6 : 12) }
    })
    const at = (day: string) =>
      best(bestHours({ ...nothing, date: day, timezone: 'America/Los_Angeles', online }))
    expect([at('2026-06-10'), at('2026-06-11')]).toEqual([6, 12])
  })
})

describe('An account’s own posts', () => {
  const morning = several(12, '09:10', index => 60 + index)
  const afternoon = several(12, '15:10', index => index)

  it('make the hour best at which they did best', () => {
    expect(best(bestHours({ ...nothing, posts: [...morning, ...afternoon] }))).toBe(9)
  })

  it('do not decide when there are few of them, however well one did', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.integer({ min: 17, max: 23 }), (figure, hour) => {
        const one = postAt('2026-06-03', `${hour}:00`, 1000 + figure)
        expect(best(bestHours({ ...nothing, posts: [...morning, ...afternoon, one] }))).toBe(9)
        const single = bestHours({
          ...nothing,
          online: week(peakAt(12)),
          posts: [...afternoon.slice(0, 2), one],
        })
        expect(best(single)).toBe(21)
      }),
    )
  })

  it('count for their hour in the project’s zone, for any zone and clock change', () => {
    fc.assert(
      fc.property(anyZone, anyDay, fc.integer({ min: 0, max: 23 }), (zone, start, hour) => {
        const time = `${String(hour).padStart(2, '0')}:20`
        const other = `${String((hour + 12) % 24).padStart(2, '0')}:20`
        const posts = Array.from({ length: 20 }, (_, index) =>
          postAt(addDays(start, index), index % 2 ? time : other, index % 2 ? 100 : 1, zone),
        )
        const values = bestHours({ date: start, timezone: zone, online: [], posts })
        // A clock change moves a time that does not exist into the next hour, which is a neighbour.
        const shown = posts.filter((_, index) => index % 2).map(post => localOf(post.publishedAt, zone).time)
        const usual = Number(shown.at(-1)?.slice(0, 2))
        expect(Math.abs(best(values) - usual) % 24).toBeLessThanOrEqual(1)
        expect(values[usual]).toBeGreaterThan(values[(usual + 12) % 24] ?? 100)
      }),
      { numRuns: 60 },
    )
  })

  it('count more on the weekday at which they did well', () => {
    const posts = Array.from({ length: 56 }, (_, index) => {
      const day = addDays('2026-04-06', index)
      const isGood = (index % 7 === 2) === (index % 2 === 0)
      return postAt(day, index % 2 ? '08:00' : '18:00', isGood ? 100 : 1)
    })
    const at = (day: string) => best(bestHours({ ...nothing, date: day, posts }))
    expect([at('2026-06-10'), at('2026-06-11')]).toEqual([18, 8])
  })

  it('correct what followers’ hours say, and the other way round', () => {
    const twoPeaks = noHours().map((_, hour) => (hour === 0 || hour === 6 ? 60 : 10))
    const online = week(twoPeaks)
    const posts = [...morning, ...afternoon]
    expect(best(bestHours({ ...nothing, online, posts }))).toBe(9)
    const swapped = posts.map(post => ({ ...post, figure: 100 - post.figure }))
    expect(best(bestHours({ ...nothing, online, posts: swapped }))).toBe(15)
  })
})

it.each([
  [{ posts: 84, onlineDays: 28 }, 'sure', 'Based on 84 of your posts and when your followers are online'],
  [{ posts: 30, onlineDays: 0 }, 'sure', 'Based on 30 of your posts'],
  [{ posts: 12, onlineDays: 0 }, 'fair', 'Based on 12 of your posts'],
  [
    { posts: 3, onlineDays: 7 },
    'fair',
    'Based on when your followers were online on 7 days; only 3 posts so far',
  ],
  [{ posts: 0, onlineDays: 1 }, 'guess', 'Based on when your followers were online on 1 day'],
  [{ posts: 3, onlineDays: 0 }, 'guess', 'Only 3 posts so far: a general guess'],
  [{ posts: 1, onlineDays: 0 }, 'guess', 'Only 1 post so far: a general guess'],
] as const)('The best time from %o is %s: %s', (basis, sureness, text) => {
  expect([surenessOf(basis), basisText(basis)]).toEqual([sureness, text])
})
