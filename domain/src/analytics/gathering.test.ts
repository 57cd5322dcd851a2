import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysBetween } from '#domain/kernel/days.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import {
  isUpToDate,
  nextReading,
  nextStoryReading,
  nextTurn,
  nextWindow,
  type Published,
  repeatedReading,
  retryDelayMs,
} from './gathering.ts'
import { pacificDay } from './pacific-days.ts'

const now = new Date('2026-06-10T12:00:00Z')

describe('The days that are read next', () => {
  it('go back a year for a new account, and on from there', () => {
    const first = nextWindow('facebook', { readTo: null, behind: null }, now)
    expect(first).toEqual({ from: '2025-06-11', to: '2025-09-07' })
    expect(nextWindow('facebook', { readTo: first.to, behind: null }, now).from).toBe('2025-09-05')
  })

  it('begin today where the past is charged for, unless it was requested', () => {
    const isNew = { readTo: null, behind: null }
    expect(nextWindow('twitter', isNew, now)).toEqual({ from: '2026-06-10', to: '2026-06-10' })
    expect(nextWindow('twitter', { ...isNew, hasPast: true }, now).from).toBe('2025-06-11')
  })

  it('are the last three that are reported again', () => {
    expect(nextWindow('facebook', { readTo: '2026-06-09', behind: null }, now).from).toBe('2026-06-07')
    expect(nextWindow('linkedin', { readTo: '2026-06-09', behind: null }, now)).toEqual({
      from: '2026-06-05',
      to: '2026-06-10',
    })
  })

  it('include those of a metric that has failed, for two months', () => {
    const window = nextWindow('linkedin', { readTo: '2026-06-09', behind: '2026-05-20' }, now)
    expect(window.from).toBe('2026-05-16')
    expect(nextWindow('linkedin', { readTo: '2026-06-09', behind: '2025-12-01' }, now).from).toBe(
      '2026-04-11',
    )
  })

  it('reach today after some turns and leave no day out, for any network, day and clock change', () => {
    const instants = fc.date({
      min: new Date('2020-01-01'),
      max: new Date('2035-12-31'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(fc.constantFrom(...socialNetworks), instants, (network, at) => {
        const read = new Set<string>()
        let readTo: string | null = null
        for (let turn = 0; turn < 40 && (readTo === null || !isUpToDate(readTo, at)); turn += 1) {
          const { from, to }: { from: string; to: string } = nextWindow(
            network,
            { readTo, behind: null, hasPast: true },
            at,
          )
          expect(from <= to).toBe(true)
          for (let day = from; day <= to; day = addDays(day, 1)) read.add(day)
          readTo = to
        }
        expect(readTo).toBe(pacificDay(at))
        expect(read.size).toBe(daysBetween(addDays(pacificDay(at), -364), pacificDay(at)) + 1)
      }),
      { numRuns: 200 },
    )
  })
})

it('The next turn of an account is after the Pacific day, at a minute of its own', () => {
  expect(nextTurn(0, now)).toEqual(new Date('2026-06-11T10:00:00Z'))
  const minutes = Array.from({ length: 100 }, (_, id) => nextTurn(id, now).getTime())
  expect(new Set(minutes).size).toBe(100)
  expect(Math.max(...minutes)).toBeLessThan(Date.parse('2026-06-11T16:00:00Z'))
})

it('A failure is tried again later each time, and at least every six hours', () => {
  expect([0, 1, 2, 30].map(retryDelayMs)).toEqual([300_000, 600_000, 1_200_000, 21_600_000])
})

const publishedAt = new Date('2026-06-01T10:00:00Z')
const post: Published = { network: 'instagram', type: 'single_photo', publishedAt }
const story: Published = { ...post, type: 'video_story' }
const after = (hours: number) => new Date(publishedAt.getTime() + hours * 3_600_000)
const agesOf = (published: Published) => {
  const ages: number[] = []
  let readAt: Date | null = null
  for (let next = nextReading(published, null); next !== null; next = nextReading(published, readAt)) {
    ages.push((next.getTime() - publishedAt.getTime()) / 3_600_000)
    // A worker is never exactly on time.
    readAt = new Date(next.getTime() + 30_000)
  }
  return ages
}

it('A post is read after 1, 6 and 24 hours, then daily for 28 days', () => {
  const ages = agesOf(post)
  expect(ages.slice(0, 5)).toEqual([1, 6, 24, 48, 72])
  expect([ages.length, ages.at(-1)]).toEqual([30, 28 * 24])
  expect(agesOf({ ...story, network: 'facebook' })).toEqual(ages)
})

it('A post is read five times where each reading is charged for', () => {
  expect(agesOf({ ...post, network: 'twitter' })).toEqual([6, 24, 3 * 24, 7 * 24, 28 * 24])
})

it('A story whose figures end after a day is read every hour, and once more just before', () => {
  expect(agesOf(story)).toEqual([...Array.from({ length: 23 }, (_, hour) => hour + 1), 23.75])
})

it('A post that was not read for a while is read once, not for each reading that was missed', () => {
  expect(nextReading(post, after(95))).toEqual(after(96))
  expect(nextReading(story, after(23.8))).toBeNull()
})

it('A failed reading is repeated: of a post later, of a story at once and as long as it has figures', () => {
  expect(repeatedReading(post, after(6))).toEqual(after(6 + 40 / 60))
  expect(repeatedReading(post, after(28 * 24))).toBeNull()
  expect(repeatedReading(story, after(23.75))).toEqual(after(23.75 + 5 / 60))
  expect(repeatedReading(story, after(23.95))).toBeNull()
})

it('An account’s stories are read within the hour, and each once in its last quarter of an hour', () => {
  const ages = fc.array(fc.integer({ min: 0, max: 24 * 60 }), { maxLength: 20 })
  fc.assert(
    fc.property(ages, minutes => {
      const stories = minutes.map(age => ({ publishedAt: after(-age / 60) }))
      const next = nextStoryReading('instagram', stories, publishedAt).getTime() - publishedAt.getTime()
      expect(next).toBeGreaterThan(0)
      expect(next).toBeLessThanOrEqual(3_600_000)
      // Nothing that is still to be read at its end is passed over.
      for (const age of minutes)
        if (age < 23.75 * 60) expect(next).toBeLessThanOrEqual((23.75 * 60 - age) * 60_000)
    }),
  )
})
