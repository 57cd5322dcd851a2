import type { SocialNetwork } from '#domain/networks/model.ts'
import { extremesOf } from '#domain/reports/figures.ts'
import type { ReportContent } from '#domain/reports/model.ts'
import { listPublishedFigures } from '#server/features/analytics/post-figures.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'
import type { Period } from './decisions.ts'
import { LISTED, SHOWN_CHARACTERS } from './planned.ts'

type Published = ReportContent['posts'][number]

/** What went out on these networks, with the best and the worst marked. */
export const readPublished = async (
  db: Reader,
  scope: ProjectScope,
  networks: readonly SocialNetwork[],
  { from, until }: Period,
): Promise<Published[]> => {
  const found: Omit<Published, 'message' | 'rank'>[] = []
  for (const network of networks) {
    const rows = await listPublishedFigures(db, scope, { network, from, until })
    for (const { postSocialId, postId, publishedAt, readAt, saves, videoViews, ...figures } of rows)
      found.push({
        post_id: postId,
        post_social_id: postSocialId,
        social_network: network,
        ...figures,
        published_at: publishedAt.toISOString(),
      })
  }
  const shown = found.toSorted((a, b) => a.published_at.localeCompare(b.published_at)).slice(0, LISTED)
  const messages = await readMessages(
    db,
    scope,
    shown.map(post => post.post_social_id),
  )
  const extremes = extremesOf(shown)
  const rankOf = (post: (typeof shown)[number]) =>
    post === extremes?.best ? 'best' : post === extremes?.worst ? 'worst' : null
  return shown.map(post => ({
    ...post,
    message: messages.get(post.post_social_id) ?? '',
    rank: rankOf(post),
  }))
}

const readMessages = async (
  db: Reader,
  { projectId }: ProjectScope,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('post_socials')
    .select(['id', 'message'])
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, message }) => [id, message.slice(0, SHOWN_CHARACTERS)]))
}
