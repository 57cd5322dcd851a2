import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { postsBeyondLimit, postsTakenText, type TimedPost } from './posts-taken.ts'

const MINUTE = 60_000
const start = Date.parse('2026-06-01T00:00:00Z')
const posts = (minutes: readonly number[], isLive = false): TimedPost[] =>
  minutes.map((after, index) => ({ id: index + 1, at: new Date(start + after * MINUTE), isLive }))
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

describe('The posts of an account that its network will refuse', () => {
  it('are those after as many as it takes', () => {
    expect([...postsBeyondLimit('instagram', posts(times(52, 60)))]).toEqual([51, 52])
    expect([...postsBeyondLimit('linkedin', posts(times(151, 60)))]).toEqual([151])
    expect([...postsBeyondLimit('twitter', posts(times(101, 60)))]).toEqual([101])
    expect([...postsBeyondLimit('facebook', posts(times(31, 60)))]).toEqual([31])
  })

  it('end with the span of time, which LinkedIn counts from midnight UTC', () => {
    const day = 24 * 60
    expect(postsBeyondLimit('instagram', posts([...times(50, 60), 60 + day])).size).toBe(0)
    expect([...postsBeyondLimit('instagram', posts([...times(50, 60), 59 + day]))]).toEqual([51])
    expect(postsBeyondLimit('linkedin', posts([...times(150, day - 1), day])).size).toBe(0)
    expect(postsBeyondLimit('twitter', posts([...times(100, 60), 75])).size).toBe(0)
  })

  it('are none that are live, however many those are, and those take the places of others', () => {
    const live = posts(times(60, 60), true)
    expect([...postsBeyondLimit('instagram', [...live, { ...posts([61])[0], id: 99 } as TimedPost])]).toEqual(
      [99],
    )
  })

  it('leave as many as it takes in any span of time, and are refused by nothing less', () => {
    const random = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 90, maxLength: 250 })
    fc.assert(
      fc.property(random, minutes => {
        const all = posts(minutes)
        const beyond = postsBeyondLimit('twitter', all)
        const going = all.filter(({ id }) => !beyond.has(id))
        const takenWith = ({ at }: TimedPost) =>
          going.filter(one => at.getTime() - one.at.getTime() < 15 * MINUTE && one.at <= at).length
        for (const one of all) {
          if (beyond.has(one.id)) expect(takenWith(one)).toBe(100)
          else expect(takenWith(one)).toBeLessThanOrEqual(100)
        }
      }),
      { numRuns: 200 },
    )
  })
})

it('How many it takes is said in words', () => {
  expect(postsTakenText('facebook')).toBe('Facebook takes 30 reels in 24 hours')
  expect(postsTakenText('instagram')).toBe('Instagram takes 50 in 24 hours')
  expect(postsTakenText('twitter')).toBe('Twitter takes 100 in 15 minutes')
  expect(postsTakenText('linkedin')).toBe('LinkedIn takes 150 a day, by UTC')
})
