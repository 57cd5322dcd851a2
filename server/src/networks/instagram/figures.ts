import { z } from 'zod'
import { postFiguresReader } from '#server/networks/meta/post-figures.ts'
import { type ReadFailure, readFailure } from '#server/networks/meta/read-failure.ts'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import type { PostFigures } from '#server/networks/network-reader.ts'
import { isOk, parseBody } from '#server/platform/http/outgoing-requests/client.ts'
import type { Graph } from '../meta/graph.ts'
import { type Metric, mapInBatches, numberOf, readMetrics } from '../meta/metrics.ts'

const medium = z.object({
  media_product_type: z.string().optional(),
  like_count: z.number().optional(),
  comments_count: z.number().optional(),
})

const feedMetrics = ['reach', 'views', 'likes', 'comments', 'shares', 'saved']
const storyMetrics = ['reach', 'views', 'replies', 'shares']

export const readPostFigures = (api: Graph) => postFiguresReader((account, id) => figuresOf(api, account, id))

const figuresOf = async (
  api: Graph,
  account: ConnectedAccount,
  externalId: string,
): Promise<PostFigures | ReadFailure> => {
  const reply = await api.get(account, externalId, { fields: 'media_product_type,like_count,comments_count' })
  const counts = isOk(reply) ? parseBody(reply, medium) : null
  if (!counts) return readFailure(reply)
  const isStory = counts.media_product_type === 'STORY'
  const answer = await readMediaMetrics(api, account, externalId, isStory ? storyMetrics : feedMetrics)
  if ('kind' in answer) return answer
  const figure = (name: string) => {
    return numberOf(answer.find(each => each.name === name)?.values[0]?.value)
  }
  return {
    externalId,
    reach: figure('reach'),
    impressions: figure('views'),
    likes: figure('likes') ?? (isStory ? null : (counts.like_count ?? null)),
    comments: figure(isStory ? 'replies' : 'comments') ?? (isStory ? null : (counts.comments_count ?? null)),
    shares: figure('shares'),
    // Instagram does not report clicks.
    clicks: null,
    saves: figure('saved'),
  }
}

/** A medium's metrics depend on its kind and an unsupported one fails the call; then they are read one by one. */
export const readMediaMetrics = async (
  api: Graph,
  account: ConnectedAccount,
  id: string,
  names: readonly string[],
): Promise<readonly Metric[] | ReadFailure> => {
  const all = await readMetrics(api, account, id, { metric: names.join(',') })
  if (!('kind' in all)) return all
  // Expired stories and those with too few viewers have no figures.
  if (all.reason === 'permission') return []
  if (all.reason !== 'not_supported') return all
  const each = await mapInBatches(names, name => readMetrics(api, account, id, { metric: name }))
  return each.flatMap(found => ('kind' in found ? [] : found))
}
