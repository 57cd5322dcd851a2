import { describe, expect, it } from 'vitest'
import {
  listFansOnline,
  listInsightTotals,
  listTopPostsByEngagement,
  listTopPostsByReach,
} from '#domain/analytics/contract.ts'
import type { TestPerson } from '#testing/app.ts'
import { today, useInsights } from '#testing/openings/insights.ts'

const { kit, cast, at, daily } = useInsights()

describe('Asking for figures', () => {
  it.each([
    ['an unknown metric', { metrics: 'page_fans,page_hats' }, 'Facebook has no metric page_hats.'],
    ['another network’s metric', { metrics: 'retweets' }, 'Facebook has no metric retweets.'],
    [
      'days too long ago',
      { metrics: 'page_fans', from: '2025-06-01', to: today },
      'At most the last 364 days can be shown.',
    ],
    [
      'days to come',
      { metrics: 'page_fans', from: today, to: '2026-06-03' },
      'There are no figures for future days.',
    ],
    [
      'an end before the start',
      { metrics: 'page_fans', from: today, to: '2026-05-30' },
      'The end is before the start.',
    ],
  ])('is refused for %s', async (_what, query, message) => {
    expect(await daily(query)).toMatchObject({ status: 422, code: 'validation_error', message })
    expect(await kit.ask(cast.creator, listInsightTotals, { ...at(), query })).toMatchObject({
      status: 422,
      message,
    })
  })

  it.each(['', 'page_fans,', 'PAGE', "page_fans';--"])('is refused for the list %j', async metrics => {
    expect(await daily({ metrics })).toMatchObject({ status: 422 })
  })

  it('is for admins and content creators of the project', async () => {
    const statusFor = async (person: TestPerson) => [
      (await daily({ metrics: 'page_fans' }, person)).status,
      (await kit.ask(person, listInsightTotals, { ...at(), query: { metrics: 'page_fans' } })).status,
      (await kit.ask(person, listTopPostsByReach, { ...at(), query: {} })).status,
      (await kit.ask(person, listTopPostsByEngagement, { ...at(), query: {} })).status,
      (await kit.ask(person, listFansOnline, { ...at(), query: {} })).status,
    ]
    for (const person of [cast.admin, cast.creator])
      expect(await statusFor(person)).toEqual(Array(5).fill(200))
    for (const person of [cast.internal, cast.external])
      expect(await statusFor(person)).toEqual(Array(5).fill(403))
    expect(await statusFor(cast.stranger)).toEqual(Array(5).fill(404))
  })
})
