import { z } from 'zod'
import { pacificDay } from '#domain/analytics/pacific-days.ts'
import { type ReadFailure, readFailure } from '#server/networks/meta/read-failure.ts'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import type { MetricSeries, ReadResult, StoryFigures } from '#server/networks/network-reader.ts'
import { isOk, parseBody } from '#server/platform/http/outgoing-requests/client.ts'
import type { Graph } from '../meta/graph.ts'
import { mapInBatches, numberOf, readMetrics } from '../meta/metrics.ts'
import { readMediaMetrics } from './figures.ts'

const stories = z.object({ data: z.array(z.object({ id: z.string(), timestamp: z.string() })) })

const listStories = async (api: Graph, account: ConnectedAccount) => {
  const reply = await api.get(account, `${account.externalId}/stories`, {
    fields: 'id,timestamp',
    limit: '100',
  })
  const list = isOk(reply) ? parseBody(reply, stories) : null
  return list ? list.data : readFailure(reply)
}

/** The stories that are there now, each with its figures so far (docs/product/instagram.md "Media insights"). */
export const readStories =
  (api: Graph) =>
  async (account: ConnectedAccount): Promise<ReadResult<readonly StoryFigures[]>> => {
    const listed = await listStories(api, account)
    if ('kind' in listed) return listed
    const found = await mapInBatches(listed, async ({ id, timestamp }) => {
      const answer = await readMediaMetrics(api, account, id, ['reach', 'total_interactions'])
      if ('kind' in answer) return answer
      const figure = (name: string) => numberOf(answer.find(each => each.name === name)?.values[0]?.value)
      return {
        externalId: id,
        publishedAt: new Date(timestamp),
        reach: figure('reach'),
        engagement: figure('total_interactions'),
      }
    })
    const failed = found.find(each => 'kind' in each && each.reason !== 'not_found')
    if (failed && 'kind' in failed) return failed
    return { kind: 'read', value: found.flatMap(each => ('kind' in each ? [] : [each])) }
  }

/** A metric of the stories that are there now, summed by the day they were published. Days without a story have no value. */
export const readStoryMetric = async (
  api: Graph,
  account: ConnectedAccount,
  name: 'reach' | 'total_interactions',
  days: { readonly from: string; readonly to: string },
): Promise<MetricSeries['values'] | ReadFailure> => {
  const listed = await listStories(api, account)
  if ('kind' in listed) return listed
  const found = await mapInBatches(listed, async ({ id, timestamp }) => ({
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
