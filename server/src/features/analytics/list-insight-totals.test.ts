import { describe, expect, it } from 'vitest'
import { listInsightTotals } from '#domain/analytics/contract.ts'
import { useInsights } from '#testing/openings/insights.ts'

const { kit, cast, at, keep } = useInsights()

describe('The figures of an account', () => {
  it('compare a period whose last days are not reported yet with as many days before', async () => {
    await keep('page_impressions', '2026-05-18', Array(12).fill(10))
    const query = { metrics: 'page_impressions', from: '2026-05-25', to: '2026-05-31' }
    const { data } = await kit.ask(cast.admin, listInsightTotals, { ...at(), query })
    expect(data[0]).toMatchObject({ total: 50, previous: 50, percent: 0 })
    const wider = { ...query, from: '2026-05-22' }
    const longer = await kit.ask(cast.admin, listInsightTotals, { ...at(), query: wider })
    expect(longer.data[0]).toMatchObject({ total: 80, previous: null, percent: null })
  })

  it('have totals of the period and of the one before', async () => {
    await keep('page_impressions', '2026-05-25', [10, 10, 10, 20, 10, 15])
    const query = { metrics: 'page_impressions', from: '2026-05-28', to: '2026-05-30' }
    const { data } = await kit.ask(cast.admin, listInsightTotals, { ...at(), query })
    expect(data[0]).toMatchObject({ total: 45, previous: 30, percent: 50 })
    const long = { metrics: 'page_impressions', from: '2025-06-02', to: '2026-05-30' }
    const whole = await kit.ask(cast.admin, listInsightTotals, { ...at(), query: long })
    expect(whole.data[0]).toMatchObject({ total: 75, previous: null, percent: null })
  })
})
