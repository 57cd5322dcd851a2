import { z } from 'zod'
import { pacificDay } from '#domain/analytics/pacific-days.ts'
import { type ReadFailure, readFailure } from '#server/networks/meta/read-failure.ts'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import type { MetricSeries } from '#server/networks/network-reader.ts'
import { isOk, parseBody } from '#server/platform/http/client.ts'
import type { Graph } from '../meta/graph.ts'
import { mapInBatches, numberOf, readMetrics } from '../meta/metrics.ts'

const stories = z.object({ data: z.array(z.object({ id: z.string(), timestamp: z.string() })) })

/**
 * A metric of the current stories, summed by the day they were published. It is available for 24 hours only, so it is read hourly and the
 * largest value of a day is kept (docs/product/instagram.md "Media insights"). Days without a story have no value.
 */
export const readStoryMetric = async (
  api: Graph,
  account: ConnectedAccount,
  name: 'reach' | 'total_interactions',
  days: { readonly from: string; readonly to: string },
): Promise<MetricSeries['values'] | ReadFailure> => {
  const reply = await api.get(account, `${account.externalId}/stories`, {
    fields: 'id,timestamp',
    limit: '100',
  })
  const list = isOk(reply) ? parseBody(reply, stories) : null
  if (!list) return readFailure(reply)
  const found = await mapInBatches(list.data, async ({ id, timestamp }) => ({
    date: pacificDay(new Date(timestamp)),
    figures: await readMetrics(api, account, id, { metric: name }),
  }))
  const sums = new Map<string, number>()
  for (const { date, figures } of found) {
    if ('kind' in figures) {
      // With fewer than five viewers there are no figures for that story; the others still count.
      if (figures.reason === 'permission' || figures.reason === 'not_found') continue
      return figures
    }
    const value = numberOf(figures[0]?.values[0]?.value)
    if (date >= days.from && date <= days.to && value !== null) sums.set(date, (sums.get(date) ?? 0) + value)
  }
  return [...sums].map(([date, value]) => ({ date, value }))
}
