import type { ContentRow } from '#domain/content/contract.ts'
import { listSummaries } from '#server/features/posts/summaries.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'

/** When each post first went live, by its id. */
const readPublished = async (db: Reader, postIds: readonly number[]): Promise<Map<number, Date>> => {
  if (postIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('post_socials')
    .select(({ fn }) => ['post_id', fn.min('published_at').as('first')])
    .where('post_id', 'in', postIds)
    .where('published_at', 'is not', null)
    .groupBy('post_id')
    .execute()
  return new Map(rows.flatMap(({ post_id, first }) => (first ? [[post_id, first] as const] : [])))
}

/** These posts as rows, in this order; those that are deleted, were never saved or belong to another project are left out. */
export const readRows = async (
  { db, scope, now }: ScopedPoolCall,
  postIds: readonly number[],
): Promise<ContentRow[]> => {
  const summaries = await listSummaries(db, scope, postIds, now)
  const saved = summaries.filter(({ post }) =>
    post.post_socials.some(({ status }) => status !== 'temporary_draft'),
  )
  const published = await readPublished(
    db,
    saved.map(({ post }) => post.id),
  )
  return saved.map(({ post, schedule, revision }) => ({
    ...post,
    revision,
    latest_schedule: schedule,
    published_at: published.get(post.id)?.toISOString() ?? null,
  }))
}
