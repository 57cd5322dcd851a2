import { describe, expect, it } from 'vitest'
import { listDailyInsights, listFansOnline } from '#domain/analytics/contract.ts'
import { addDays } from '#domain/kernel/days.ts'
import { buildPoints } from '#testing/figures.ts'
import { useInsights } from '#testing/openings/insights.ts'

const { kit, cast, at } = useInsights()

describe('When followers are online', () => {
  it('is a week of days with 24 hours each', async () => {
    const hours = Array.from({ length: 24 }, (_, hour) => hour * 2)
    await buildPoints(kit.db, cast.project, {
      network: 'instagram',
      metric: 'online_followers',
      from: '2026-05-20',
      values: Array(10).fill(1),
      hours,
    })
    const { data } = await kit.ask(cast.creator, listFansOnline, {
      ...at('instagram'),
      query: { date: '2026-05-28' },
    })
    expect(data.days.map(({ date }) => date)).toEqual(
      Array.from({ length: 7 }, (_, n) => addDays('2026-05-22', n)),
    )
    expect(data.days[0]?.hours).toEqual(hours)
    const week = {
      metrics: 'online_followers',
      from: '2026-05-18',
      to: '2026-05-31',
      interval: 'weekly' as const,
    }
    const weekly = await kit.ask(cast.creator, listDailyInsights, { ...at('instagram'), query: week })
    // Two days of the first week are not reported; an average is not lower for that.
    expect(Array.isArray(weekly.data) && weekly.data[0]?.points).toEqual([
      { name: 'online_followers', date: '2026-05-18', value: null, extended_value: hours },
      { name: 'online_followers', date: '2026-05-25', value: null, extended_value: hours },
    ])
    const none = await kit.ask(cast.creator, listFansOnline, { ...at('twitter'), query: {} })
    expect(none.data).toEqual({ state: null, since: null, days: [] })
    const early = await kit.ask(cast.creator, listFansOnline, {
      ...at('twitter'),
      query: { date: '2020-01-01' },
    })
    expect(early).toMatchObject({ status: 422 })
  })
})
