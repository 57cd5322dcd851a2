import { sql } from 'kysely'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'

/** A version that went out and its latest figures; null for what the network does not report or was not read yet. */
export type PublishedFigures = {
  readonly postSocialId: number
  readonly postId: number
  /** Null: it belongs to none. It may be in the bin. */
  readonly campaignId: number | null
  readonly publishedAt: Date
  readonly permalink: string | null
  readonly readAt: Date | null
  readonly reach: number | null
  readonly impressions: number | null
  readonly likes: number | null
  readonly comments: number | null
  readonly shares: number | null
  readonly clicks: number | null
  readonly saves: number | null
  readonly videoViews: number | null
}

/** What Galley published on the network from one instant until before another, oldest first (docs/product/analytics.md "Posts"). */
export const listPublishedFigures = async (
  db: Reader,
  { projectId }: ProjectScope,
  { network, from, until }: { readonly network: SocialNetwork; readonly from: Date; readonly until: Date },
): Promise<readonly PublishedFigures[]> => {
  const { rows } = await sql<PublishedFigures>`
    select s.id as "postSocialId", s.post_id as "postId", p.campaign_id as "campaignId", s.published_at as "publishedAt", s.permalink, f.read_at as "readAt",
      f.reach, f.impressions, f.likes, f.comments, f.shares, f.clicks, f.saves, f.video_views as "videoViews"
    from post_socials s join posts p on p.id = s.post_id and p.deleted_at is null
    left join lateral (select * from post_figures f where f.post_social_id = s.id order by f.read_at desc limit 1) f on true
    where s.project_id = ${projectId} and s.social_network = ${network}
      and s.published_at >= ${from} and s.published_at < ${until}
    order by s.published_at, s.id`.execute(db)
  return rows
}
