import type { SocialNetwork } from '#domain/networks/model.ts'
import { extremesOf } from '#domain/reports/figures.ts'
import type { ReportContent } from '#domain/reports/model.ts'
import { readByCampaign } from '#server/features/analytics/by-campaign.ts'
import { listPublishedFigures, type PublishedFigures } from '#server/features/analytics/post-figures.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'
import type { Period } from './decisions.ts'
import { LISTED, SHOWN_CHARACTERS } from './planned.ts'

type Published = ReportContent['posts'][number]
type Row = PublishedFigures & { readonly social_network: SocialNetwork }

/** What went out on these networks, with the best and, if the agency wants it, the weakest marked, and the figures of all of it by campaign. */
export const readPublished = async (
  db: Reader,
  scope: ProjectScope,
  networks: readonly SocialNetwork[],
  { from, until }: Period,
): Promise<Required<Pick<ReportContent, 'posts' | 'campaigns'>>> => {
  const rows: Row[] = []
  for (const network of networks) {
    const figures = await listPublishedFigures(db, scope, { network, from, until })
    rows.push(...figures.map(each => ({ ...each, social_network: network })))
  }
  const campaigns = await readByCampaign(db, scope, rows)
  return {
    posts: await listed(db, scope, rows),
    campaigns: campaigns.map(({ campaign, ...figures }) => ({ name: campaign?.name ?? null, ...figures })),
  }
}

const listed = async (db: Reader, scope: ProjectScope, rows: readonly Row[]): Promise<Published[]> => {
  const shown = rows
    .map(({ postSocialId, postId, publishedAt, readAt, saves, videoViews, campaignId, ...figures }) => ({
      post_id: postId,
      post_social_id: postSocialId,
      ...figures,
      published_at: publishedAt.toISOString(),
    }))
    .toSorted((a, b) => a.published_at.localeCompare(b.published_at))
    .slice(0, LISTED)
  const messages = await readMessages(
    db,
    scope,
    shown.map(post => post.post_social_id),
  )
  const extremes = extremesOf(shown)
  const namesWeakest = await readNamesWeakest(db, scope)
  const rankOf = (post: (typeof shown)[number]) => {
    if (post === extremes?.best) return 'best'
    return namesWeakest && post === extremes?.worst ? 'worst' : null
  }
  return shown.map(post => ({
    ...post,
    message: messages.get(post.post_social_id) ?? '',
    rank: rankOf(post),
  }))
}

/** The agency's choice: a client may read it as a reproach. */
const readNamesWeakest = async (db: Reader, { projectId }: ProjectScope): Promise<boolean> => {
  const { names_weakest_post } = await db
    .selectFrom('projects')
    .innerJoin('agencies', 'agencies.id', 'projects.agency_id')
    .select('agencies.names_weakest_post')
    .where('projects.id', '=', projectId)
    .executeTakeFirstOrThrow()
  return names_weakest_post
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
