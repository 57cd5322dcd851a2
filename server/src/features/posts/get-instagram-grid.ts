import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { unreadText } from '#domain/networks/reading-words.ts'
import type * as contract from '#domain/posts/contract.ts'
import { askNetwork, type ReadersOf } from '#server/features/social-accounts/ask-network.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'

/** Nine posts, three rows of the grid (docs/product/previews.md "Instagram grid"). */
const GRID_POSTS = 9
const FRESH_MS = 60_000
const network = 'instagram'

/** The account's latest posts. Those published from here name their post, so that no screen shows one twice. */
export const getInstagramGrid =
  (readersOf: ReadersOf) =>
  async (
    { params }: Input<typeof contract.getInstagramGrid>,
    { db, services, scope }: ScopedPoolCall,
  ): Promise<Answer<typeof contract.getInstagramGrid>> => {
    const found = await askNetwork(services, readersOf(services.config)[network], scope, {
      network,
      key: 'grid',
      cacheMs: FRESH_MS,
      ask: (reader, account) => reader.listPosts(account, { limit: GRID_POSTS, after: null }),
    })
    if (found.kind === 'not_read')
      return { payload: [], error: unreadText(network, found.reason, found.retryAfterMs) }
    const { posts } = found.value
    const ours = await readPostIds(
      db,
      params.projectId,
      posts.map(({ externalId }) => externalId),
    )
    return {
      payload: posts.slice(0, GRID_POSTS).map(post => ({
        id: post.externalId,
        thumbnail_url: post.thumbnailUrl,
        media_url: post.mediaUrl,
        message: post.text,
        permalink: post.permalink,
        created_at: post.createdAt.toISOString(),
        post_id: ours.get(post.externalId) ?? null,
      })),
      error: null,
    }
  }

const readPostIds = async (db: Reader, projectId: number, externalIds: readonly string[]) => {
  if (externalIds.length === 0) return new Map<string, number>()
  const rows = await db
    .selectFrom('post_socials')
    .select(['external_id', 'post_id'])
    .where('project_id', '=', projectId)
    .where('social_network', '=', network)
    .where('external_id', 'in', externalIds)
    .execute()
  return new Map(rows.flatMap(row => (row.external_id === null ? [] : [[row.external_id, row.post_id]])))
}
