import { type RawBuilder, sql } from 'kysely'
import { instantsOf, rangeProblem } from '#domain/calendar/rules.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { PostType, SocialNetwork } from '#domain/networks/model.ts'
import type { listPosts } from '#domain/posts/contract.ts'
import type { PostSummary } from '#domain/posts/model.ts'
import { hiddenFromClients, type PostSocialStatus, postStatus } from '#domain/posts/status.ts'
import type { Schedule } from '#domain/schedules/model.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { publicUrlOf } from '#server/platform/storage/storage.ts'
import { isPostOverdue, type Viewer, viewerOf } from '../queries.ts'

/** A post in short with its schedule, null where it has none. */
export type ScheduledSummary = { readonly post: PostSummary; readonly schedule: Schedule | null }

type SocialRow = {
  id: number
  social_network: SocialNetwork
  type: PostType
  status: PostSocialStatus
  is_approved: boolean
}
type SummaryRow = {
  post_id: number
  type: PostType
  updated_at: string
  message: string
  preview_key: string | null
  socials: SocialRow[]
  schedule_id: number | null
  date: string
  time: string
  timezone: string
  datetime: string
  is_autoposting: boolean
}

/** An instant as the wire has it, made in the database: a Date of each row, only to be printed, costs more than the row. */
const iso = (column: string): RawBuilder<string> =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The statuses that this viewer does not see. */
const hiddenFrom = ({ scope }: Viewer): PostSocialStatus[] =>
  scope.role === 'external-approver' ? [...hiddenFromClients] : []

/**
 * The posts that `where` picks, in short, in one statement whatever their number. `p` is the post and `s` its schedule. What the viewer
 * may see nothing of is left out.
 */
const selectSummaries = (viewer: Viewer, where: RawBuilder<unknown>) => sql<SummaryRow>`
  select p.id as post_id, p.type, ${iso('p.updated_at')} as updated_at, v.message, v.preview_key, v.socials,
    s.id as schedule_id, s.date, s.time, s.timezone, ${iso('s.datetime')} as datetime, s.is_autoposting
  from posts p
  left join schedules s on s.post_id = p.id and s.deleted_at is null
  join lateral (
    select json_agg(json_build_object('id', x.id, 'social_network', x.social_network, 'type', x.type,
        'status', x.status, 'is_approved', x.is_approved) order by x.social_network) as socials,
      (array_agg(left(x.message, 200) order by x.social_network))[1] as message,
      (select m.storage_key from attachments a join medias m on m.id = a.media_id
        where a.post_social_id = any(array_agg(x.id)) and m.has_previews
        order by a.post_social_id, a.position limit 1) as preview_key
    from post_socials x
    where x.post_id = p.id and x.deleted_at is null and x.status <> all(${hiddenFrom(viewer)})
  ) v on v.socials is not null
  where p.project_id = ${viewer.scope.projectId} and p.deleted_at is null and ${where}
  order by s.datetime nulls last, p.id desc`

const toSummary = (row: SummaryRow, viewer: Viewer, now: Date): ScheduledSummary => ({
  post: {
    id: row.post_id,
    project_id: viewer.scope.projectId,
    type: row.type,
    status: postStatus(row.socials.map(social => social.status)),
    message: row.message,
    preview: row.preview_key === null ? null : publicUrlOf(viewer.publicUrl, row.preview_key, 'small'),
    updated_at: row.updated_at,
    is_overdue: row.schedule_id !== null && isPostOverdue(row.socials, row.datetime, now),
    post_socials: row.socials,
  },
  schedule:
    row.schedule_id === null
      ? null
      : {
          id: row.schedule_id,
          schedule_id: row.schedule_id,
          post_id: row.post_id,
          date: row.date,
          time: row.time,
          datetime: row.datetime,
          timezone: row.timezone,
          is_autoposting: row.is_autoposting,
        },
})

/** The posts that are scheduled between two instants (`until` outside), by their time. */
export const listScheduledSummaries = async (
  db: Reader,
  viewer: Viewer,
  { from, until }: { from: Date; until: Date },
  now: Date,
): Promise<(Schedule & { post: PostSummary })[]> => {
  const where = sql`s.project_id = ${viewer.scope.projectId} and s.datetime >= ${from} and s.datetime < ${until}`
  const { rows } = await selectSummaries(viewer, where).execute(db)
  return rows.flatMap(row => {
    const { post, schedule } = toSummary(row, viewer, now)
    return schedule ? [{ ...schedule, post }] : []
  })
}

/**
 * The content list: posts scheduled in these days, then those without a schedule, newest first. A post that was opened and never saved
 * (all its versions are temporary) is not content yet, and is left out until it is saved or scheduled.
 */
export const listPostsInRange = async (
  { params }: Input<typeof listPosts>,
  call: ScopedCall,
): Promise<Answer<typeof listPosts>> => {
  const problem = rangeProblem(params)
  if (problem) return fail('validation_error', { message: problem, errors: { end: [problem] } })
  const viewer = viewerOf(call)
  const { from, until } = instantsOf(params, call.scope.timezone)
  const where = sql`(
    s.datetime >= ${from} and s.datetime < ${until}
    or s.id is null and exists (select 1 from post_socials t
      where t.post_id = p.id and t.deleted_at is null and t.status <> 'temporary_draft'))`
  const { rows } = await selectSummaries(viewer, where).execute(call.tx)
  return rows.map(row => {
    const { post, schedule } = toSummary(row, viewer, call.now)
    return { ...post, latest_schedule: schedule }
  })
}
