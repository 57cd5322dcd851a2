import { describe, expect, it } from 'vitest'
import { listInsightMetrics } from '#domain/analytics/contract.ts'
import { useInsights } from '#testing/openings/insights.ts'

const { kit, cast } = useInsights()

describe('Asking for figures', () => {
  it('can begin with the list of what there is', async () => {
    const { data } = await kit.ask(cast.external, listInsightMetrics, {})
    const one = (social_network: string, name: string) =>
      data.find(each => each.social_network === social_network && each.name === name)
    expect(one('facebook', 'page_impressions_paid')).toMatchObject({
      series: 'paid',
      kind: 'flow',
      is_dropped: false,
    })
    expect(one('facebook', 'page_fans_online')).toMatchObject({ is_dropped: true })
    expect(one('linkedin', 'retweets')).toBeUndefined()
  })
})
