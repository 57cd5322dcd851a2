import { sql } from 'kysely'
import { engagementOf } from '#domain/analytics/changes.ts'
import { NAMED_POSTS, type PublishedDay, TOP_POSTS, type TopPost } from '#domain/analytics/contract.ts'
import { NETWORK_ZONE, pacificDay } from '#domain/analytics/pacific-days.ts'
import { addDays, type DayRange } from '#domain/kernel/days.ts'
import { instantOf } from '#domain/kernel/instant-of.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { mediaPath } from '#server/platform/storage/storage.ts'
import { listPublishedFigures, type PublishedFigures } from './post-figures.ts'

const MESSAGE_MAX = 200

type Shown = {
  readonly id: number
  readonly message: string
  readonly previewKey: string | null
  readonly scheduledAt: Date | null
  readonly timezone: string | null
}

/** The start of each version's text, its first picture, and when it was to go out. */
const readShown = async (db: Reader, ids: readonly number[]): Promise<ReadonlyMap<number, Shown>> => {
  const { rows } = await sql<Shown>`
    select x.id, left(x.message, ${sql.lit(MESSAGE_MAX)}) as message, f.storage_key as "previewKey",
      c.datetime as "scheduledAt", c.timezone
    from post_socials x
    left join schedules c on c.post_id = x.post_id and c.deleted_at is null
    left join lateral (
      select m.storage_key from attachments a
        join medias m on m.id = coalesce(a.thumbnail_media_id, a.media_id) and m.has_previews
      where a.post_social_id = x.id order by a.position limit 1) f on true
    where x.id = any(${[...ids]}::bigint[])`.execute(db)
  return new Map(rows.map(row => [row.id, row]))
}

/** The beginning is enough to know a post by. */
const NAME_MAX = 80

type Day = { readonly date: string; readonly count: number; readonly named: readonly PublishedFigures[] }

/** What went out on each Pacific day. Of a day with many posts the first are named. */
const daysOf = (figures: readonly PublishedFigures[]): readonly Day[] =>
  [...Map.groupBy(figures, ({ publishedAt }) => pacificDay(publishedAt))].map(([date, posts]) => ({
    date,
    count: posts.length,
    named: posts.slice(0, NAMED_POSTS),
  }))

const published = ({ date, count, named }: Day, shown: ReadonlyMap<number, Shown>): PublishedDay => ({
  date,
  count,
  posts: named.map(({ postId, postSocialId }) => ({
    post_id: postId,
    message: (shown.get(postSocialId)?.message ?? '').slice(0, NAME_MAX),
  })),
})

const addressesOf = (key: string) => ({
  small: mediaPath(key, 'small'),
  medium: mediaPath(key, 'medium'),
  original: mediaPath(key, 'original'),
})

const topPost = (figures: PublishedFigures, shown: Shown | undefined, timezone: string): TopPost => {
  const { reach, impressions, likes, comments, shares, clicks, saves } = figures
  return {
    post_id: figures.postId,
    post_social_id: figures.postSocialId,
    permalink: figures.permalink,
    published_at: figures.publishedAt.toISOString(),
    read_at: figures.readAt?.toISOString() ?? null,
    scheduled_at: shown?.scheduledAt?.toISOString() ?? null,
    timezone: shown?.timezone ?? timezone,
    postSocial: {
      message: shown?.message ?? '',
      attachments: shown?.previewKey ? [{ object_data: { previews: addressesOf(shown.previewKey) } }] : [],
    },
    reach,
    impressions,
    likes,
    comments,
    shares,
    clicks,
    saves,
    video_views: figures.videoViews,
    engagement: engagementOf(figures),
  }
}

type Period = { readonly network: SocialNetwork; readonly range: DayRange }

/** What went out on the network in these Pacific days, oldest first. */
export const readFiguresOf = (
  { db, scope }: Pick<ScopedPoolCall, 'db' | 'scope'>,
  { network, range }: Period,
): Promise<readonly PublishedFigures[]> => {
  const midnight = (date: string) => instantOf({ date, time: '00:00', timezone: NETWORK_ZONE })
  const [from, until] = [midnight(range.start), midnight(addDays(range.end, 1))]
  return listPublishedFigures(db, scope, { network, from, until })
}

/** The posts of these days by one of their figures, the largest first. Posts without that figure are left out. */
export const rankPosts = async (
  call: Pick<ScopedPoolCall, 'db' | 'scope'>,
  period: Period,
  figureOf: (figures: PublishedFigures) => number | null,
): Promise<{ posts: TopPost[]; published: PublishedDay[] }> => {
  const { db, scope } = call
  const figures = await readFiguresOf(call, period)
  const best = figures
    .flatMap(one => ({ one, figure: figureOf(one) ?? -1 }))
    .filter(({ figure }) => figure >= 0)
    .toSorted((a, b) => b.figure - a.figure || b.one.publishedAt.getTime() - a.one.publishedAt.getTime())
    .slice(0, TOP_POSTS)
    .map(({ one }) => one)
  const days = daysOf(figures)
  const named = [...best, ...days.flatMap(each => each.named)]
  const shown = await readShown(db, [...new Set(named.map(({ postSocialId }) => postSocialId))])
  return {
    posts: best.map(one => topPost(one, shown.get(one.postSocialId), scope.timezone)),
    published: days.map(day => published(day, shown)),
  }
}
