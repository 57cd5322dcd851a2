import { type RawBuilder, sql } from 'kysely'
import type { PostType } from '#domain/networks/model.ts'
import type { PostSummary } from '#domain/posts/model.ts'
import { postStatus } from '#domain/posts/status.ts'
import type { Schedule } from '#domain/schedules/model.ts'
import { isShownToClients } from '#server/features/media/shown-to-clients.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { publicUrlOf } from '#server/platform/storage/storage.ts'
import { isPostOverdue } from './schedules.ts'
import type { Viewer } from './viewer.ts'

/** A post in short form with its schedule, or null if it has none. */
export type ScheduledSummary = { readonly post: PostSummary; readonly schedule: Schedule | null }

type SummaryRow = {
  post_id: number
  type: PostType
  updated_at: string
  schedule_id: number | null
  date: string
  time: string
  timezone: string
  datetime: string
  is_autoposting: boolean
}

type SocialRow = PostSummary['post_socials'][number] & { post_id: number; message: string }

type PreviewRow = { post_id: number; storage_key: string }

/** An instant in wire form, formatted in the database: creating a `Date` for each row only to print it costs more than the row. */
const iso = (column: string): RawBuilder<string> =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * The posts that `where` selects, in short form, by their time: `p` is the post and `s` its schedule. Posts with no visible version
 * are left out. Three parallel statements, however many posts: a single statement with the versions as JSON took half as long again.
 */
export const readSummaries = async (
  db: Reader,
  viewer: Viewer,
  where: RawBuilder<unknown>,
  now: Date,
): Promise<ScheduledSummary[]> => {
  const picked = sql`posts p left join schedules s on s.post_id = p.id and s.deleted_at is null`
  const which = sql`p.project_id = ${viewer.scope.projectId} and p.deleted_at is null and ${where}`
  const seen = sql`x.post_id = p.id and ${viewer.scope.role === 'external-approver' ? isShownToClients('x') : sql`true`}`
  const [posts, socials, previews] = await Promise.all([
    sql<SummaryRow>`
      select p.id as post_id, p.type, ${iso('p.updated_at')} as updated_at, s.id as schedule_id, s.date, s.time,
        s.timezone, ${iso('s.datetime')} as datetime, s.is_autoposting
      from ${picked} where ${which} order by s.datetime nulls last, p.id desc`.execute(db),
    sql<SocialRow>`
      select x.post_id, x.id, x.social_network, x.type, x.status, x.is_approved, left(x.message, 200) as message
      from ${picked} join post_socials x on ${seen} where ${which} order by x.social_network collate "C"`.execute(
      db,
    ),
    sql<PreviewRow>`
      select distinct on (x.post_id) x.post_id, m.storage_key
      from ${picked} join post_socials x on ${seen} join attachments a on a.post_social_id = x.id
        join medias m on m.id = coalesce(a.thumbnail_media_id, a.media_id) and m.has_previews
      where ${which} order by x.post_id, x.social_network collate "C", a.position`.execute(db),
  ])
  const socialsOf = Map.groupBy(socials.rows, social => social.post_id)
  const previewOf = new Map(previews.rows.map(row => [row.post_id, row.storage_key]))
  return posts.rows.flatMap(row => {
    const own = socialsOf.get(row.post_id)
    return own ? [toSummary(row, own, previewOf.get(row.post_id), viewer, now)] : []
  })
}

const toSummary = (
  row: SummaryRow,
  socials: readonly SocialRow[],
  previewKey: string | undefined,
  viewer: Viewer,
  now: Date,
): ScheduledSummary => ({
  post: {
    id: row.post_id,
    project_id: viewer.scope.projectId,
    type: row.type,
    status: postStatus(socials.map(social => social.status)),
    message: socials[0]?.message ?? '',
    preview: previewKey === undefined ? null : publicUrlOf(viewer.publicUrl, previewKey, 'small'),
    updated_at: row.updated_at,
    is_overdue: row.schedule_id !== null && isPostOverdue(socials, row.datetime, now),
    post_socials: socials.map(({ id, social_network, type, status, is_approved }) => ({
      id,
      social_network,
      type,
      status,
      is_approved,
    })),
  },
  schedule: row.schedule_id === null ? null : scheduleOf(row, row.schedule_id),
})

const scheduleOf = (row: SummaryRow, id: number): Schedule => ({
  id,
  schedule_id: id,
  post_id: row.post_id,
  date: row.date,
  time: row.time,
  datetime: row.datetime,
  timezone: row.timezone,
  is_autoposting: row.is_autoposting,
})

/** The posts scheduled between two instants (`until` exclusive), by their time. */
export const listScheduledSummaries = async (
  db: Reader,
  viewer: Viewer,
  { from, until }: { from: Date; until: Date },
  now: Date,
): Promise<(Schedule & { post: PostSummary })[]> => {
  const where = sql`s.project_id = ${viewer.scope.projectId} and s.datetime >= ${from} and s.datetime < ${until}`
  const summaries = await readSummaries(db, viewer, where, now)
  return summaries.flatMap(({ post, schedule }) => (schedule ? [{ ...schedule, post }] : []))
}
