import { z } from 'zod'
import { postFiguresReader } from '#server/networks/meta/post-figures.ts'
import { type ReadFailure, readFailure } from '#server/networks/meta/read-failure.ts'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import type { NetworkPost, PostFigures, ReadResult } from '#server/networks/network-reader.ts'
import { isOk, parseBody } from '#server/platform/http/outgoing-requests/client.ts'
import type { Graph } from '../meta/graph.ts'
import { type Metric, mapInBatches, numberOf, readMetrics } from '../meta/metrics.ts'

const posts = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      message: z.string().default(''),
      created_time: z.string(),
      permalink_url: z.string().nullish(),
      full_picture: z.string().nullish(),
      attachments: z
        .object({
          data: z.array(z.object({ media: z.object({ source: z.string().optional() }).optional() })),
        })
        .optional(),
    }),
  ),
  paging: z
    .object({ next: z.string().optional(), cursors: z.object({ after: z.string() }).optional() })
    .optional(),
})
type Row = z.output<typeof posts>['data'][number]

const fields = 'id,message,created_time,permalink_url,full_picture,attachments{media}'

export const listPosts =
  (api: Graph) =>
  async (
    account: ConnectedAccount,
    { limit, after }: { readonly limit: number; readonly after: string | null },
  ): Promise<ReadResult<{ readonly posts: readonly NetworkPost[]; readonly next: string | null }>> => {
    const query = { fields, limit: String(limit), ...(after ? { after } : {}) }
    const reply = await api.get(account, `${account.externalId}/published_posts`, query)
    const found = isOk(reply) ? parseBody(reply, posts) : null
    if (!found) return readFailure(reply)
    const next = found.paging?.next ? (found.paging.cursors?.after ?? null) : null
    return { kind: 'read', value: { posts: found.data.map(toPost), next } }
  }

const toPost = (row: Row): NetworkPost => ({
  externalId: row.id,
  text: row.message,
  permalink: row.permalink_url ?? null,
  thumbnailUrl: row.full_picture ?? null,
  mediaUrl: row.attachments?.data[0]?.media?.source ?? row.full_picture ?? null,
  createdAt: new Date(row.created_time),
})

const total = z.object({ summary: z.object({ total_count: z.number() }) }).optional()
const counts = z.object({
  /** Missing while there are none. */
  shares: z.object({ count: z.number() }).optional(),
  comments: total,
  reactions: total,
})
const countFields = 'shares,comments.limit(0).summary(true),reactions.limit(0).summary(true)'
const postMetrics = ['post_total_media_view_unique', 'post_media_view', 'post_clicks'] as const

export const readPostFigures = (api: Graph) => postFiguresReader((account, id) => figuresOf(api, account, id))

const figuresOf = async (
  api: Graph,
  account: ConnectedAccount,
  externalId: string,
): Promise<PostFigures | ReadFailure> => {
  const reply = await api.get(account, externalId, { fields: countFields })
  const counted = isOk(reply) ? parseBody(reply, counts) : null
  if (!counted) return readFailure(reply)
  const answer = await readPostMetrics(api, account, externalId)
  const figure = (name: (typeof postMetrics)[number]) => {
    return numberOf(answer.find(each => each.name === name)?.values[0]?.value)
  }
  return {
    externalId,
    reach: figure('post_total_media_view_unique'),
    impressions: figure('post_media_view'),
    likes: counted.reactions?.summary.total_count ?? null,
    comments: counted.comments?.summary.total_count ?? null,
    shares: counted.shares?.count ?? 0,
    clicks: figure('post_clicks'),
    // Facebook does not report saves.
    saves: null,
  }
}

/** Reads all metrics in one call, or one by one if that is refused, because a single removed metric fails the whole call. */
const readPostMetrics = async (
  api: Graph,
  account: ConnectedAccount,
  id: string,
): Promise<readonly Metric[]> => {
  const all = await readMetrics(api, account, id, { metric: postMetrics.join(',') })
  if (!('kind' in all)) return all
  if (all.reason !== 'not_supported') return []
  const each = await mapInBatches(postMetrics, metric => readMetrics(api, account, id, { metric }))
  return each.flatMap(found => ('kind' in found ? [] : found))
}
