import { z } from 'zod'
import { pacificDay } from '#server/networks/meta/pacific-days.ts'
import { type ReadFailure, readFailure } from '#server/networks/meta/read-failure.ts'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import type { MetricSeries } from '#server/networks/network-reader.ts'
import { isOk, parseBody } from '../http.ts'
import type { Graph } from '../meta/graph.ts'
import { mapInBatches, numberOf, readMetrics } from '../meta/metrics.ts'

const stories = z.object({ data: z.array(z.object({ id: z.string(), timestamp: z.string() })) })

/**
 * A metric of the stories that are alive, summed by the day they were published on. They tell it for 24 hours only, so this is to be
 * asked hourly and the largest answer for a day kept (networks.md 4.5). Days without a story have no value.
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
      // Fewer than five viewers: the network says nothing of that story, and everything of the others.
      if (figures.reason === 'permission' || figures.reason === 'not_found') continue
      return figures
    }
    const value = numberOf(figures[0]?.values[0]?.value)
    if (date >= days.from && date <= days.to && value !== null) sums.set(date, (sums.get(date) ?? 0) + value)
  }
  return [...sums].map(([date, value]) => ({ date, value }))
}
