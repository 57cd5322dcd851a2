import { z } from 'zod'
import { readFailure } from '#server/networks/meta/read-failure.ts'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import type { NetworkPost, ReadResult } from '#server/networks/network-reader.ts'
import { isOk, parseBody } from '#server/platform/http/outgoing-requests/client.ts'
import type { Graph } from '../meta/graph.ts'

/** URLs may be missing, especially for media with copyright claims (docs/product/instagram.md "Comments and media"). */
const shown = z.object({
  media_type: z.string().optional(),
  media_url: z.string().optional(),
  thumbnail_url: z.string().optional(),
})
const page = z.object({
  data: z.array(
    shown.extend({
      id: z.string(),
      caption: z.string().default(''),
      permalink: z.string().nullish(),
      timestamp: z.string(),
      children: z.object({ data: z.array(shown) }).optional(),
    }),
  ),
  paging: z
    .object({ next: z.string().optional(), cursors: z.object({ after: z.string().optional() }).optional() })
    .optional(),
})
type Medium = z.output<typeof page>['data'][number]

const fields =
  'id,caption,media_type,media_url,thumbnail_url,permalink,timestamp,children{media_type,media_url,thumbnail_url}'
const PER_PAGE_MAX = 100

/** The account's grid without stories, newest first, no matter who published the posts. */
export const listPosts =
  (api: Graph) =>
  async (
    account: ConnectedAccount,
    { limit, after }: { readonly limit: number; readonly after: string | null },
  ): Promise<ReadResult<{ readonly posts: readonly NetworkPost[]; readonly next: string | null }>> => {
    const reply = await api.get(account, `${account.externalId}/media`, {
      fields,
      limit: String(Math.min(limit, PER_PAGE_MAX)),
      ...(after === null ? {} : { after }),
    })
    const list = isOk(reply) ? parseBody(reply, page) : null
    if (!list) return readFailure(reply)
    const next = list.paging?.next ? (list.paging.cursors?.after ?? null) : null
    return { kind: 'read', value: { posts: list.data.map(toPost), next } }
  }

const toPost = (medium: Medium): NetworkPost => {
  const [firstChild] = medium.children?.data ?? []
  return {
    externalId: medium.id,
    text: medium.caption,
    permalink: medium.permalink ?? null,
    thumbnailUrl: stillOf(medium) ?? (firstChild ? stillOf(firstChild) : null),
    mediaUrl: medium.media_url ?? firstChild?.media_url ?? null,
    createdAt: new Date(medium.timestamp),
  }
}

/** A picture itself, or the thumbnail of a video or album if there is one. */
const stillOf = ({ media_type: type, media_url: url, thumbnail_url: still }: z.output<typeof shown>) =>
  still ?? (type === 'IMAGE' ? (url ?? null) : null)
