import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { MediaReplicationStatus } from '#domain/media/status.ts'
import type { PostType } from '#domain/networks/model.ts'
import { type PostSummary, SUMMARY_ANSWER_MAX, SUMMARY_TEXT_MAX } from '#domain/posts/model.ts'
import { type ApprovalType, approvalTypes, pending, postStatus } from '#domain/posts/status.ts'
import type { Schedule } from '#domain/schedules/model.ts'
import { isShownToClients } from '#server/features/media/shown-to-clients.ts'
import { isForOtherAccountIn } from '#server/features/social-accounts/approved-accounts.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'
import { mediaPath } from '#server/platform/storage/storage.ts'
import { firstDeadline, hoursNow } from './first-deadline.ts'
import { isPostOverdue } from './schedules.ts'

/** Whose view of a post it is: clients see only what was sent to them (decision 9), everyone else sees all of it. */
export type Audience = 'team' | 'client'

export const audienceOf = ({ role }: Pick<ProjectScope, 'role'>): Audience =>
  role === 'external-approver' ? 'client' : 'team'

/** Whether the audience sees a version, in SQL. `social`: the alias under which the statement has `post_socials`. */
export const isSeenBy = (audience: Audience, social: string): RawBuilder<SqlBool> =>
  audience === 'client' ? isShownToClients(social) : sql<SqlBool>`true`

/** A post in short form without what the clock decides, with its schedule if it has one. */
export type Summary = {
  readonly revision: number
  readonly post: Omit<PostSummary, 'is_overdue'>
  readonly schedule: Schedule | null
}

type SocialValues = [
  PostSummary['post_socials'][number]['id'],
  PostSummary['post_socials'][number]['social_network'],
  PostType,
  PostSummary['post_socials'][number]['status'],
  boolean,
  string | null,
  boolean,
]

type SummaryRow = {
  revision: number
  post_id: number
  campaign_id: number | null
  type: PostType
  updated_at: string
  schedule_id: number | null
  date: string
  time: string
  timezone: string
  datetime: string
  is_autoposting: boolean
  planned_datetime: string | null
  socials: readonly SocialValues[]
  message: string
  preview_key: string | null
  decide_by: string | null
  replication: MediaReplicationStatus | null
}

/** An instant in wire form, formatted in the database: creating a `Date` for each row only to print it costs more than the row. */
const iso = (instant: RawBuilder<unknown>): RawBuilder<string> =>
  sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Of post `p`: the worst state of the files that have not arrived, of those that it still has. */
const unfinishedCopies = sql`(
  select c.status from media_copies c where c.post_id = p.id and c.status <> 'duplicated' and exists (
    select 1 from attachments a where c.media_id in (a.media_id, a.thumbnail_media_id))
  order by c.failure is null, c.status limit 1)`

/** The campaign of post `p`; one in the bin is none. */
const shownCampaign = sql<number | null>`(
  select c.id from campaigns c where c.id = p.campaign_id and c.deleted_at is null)`

const roundsOf: Readonly<Record<Audience, readonly ApprovalType[]>> = {
  team: approvalTypes,
  client: ['external'],
}

/** When a post in approval should be decided, for those who see it in approval. */
const decideBy = (projectId: number, audience: Audience): RawBuilder<string | null> => {
  const deadline = firstDeadline({
    isSeen: isSeenBy(audience, 'x'),
    rounds: roundsOf[audience],
    hours: hoursNow(projectId),
  })
  return sql`case when v.waits then ${iso(deadline)} end`
}

const cutMessage = sql`case when length(x.message) > ${sql.lit(SUMMARY_TEXT_MAX)}
  then left(x.message, ${sql.lit(SUMMARY_TEXT_MAX - 1)}) || '…' else x.message end`

/** What a failed version `version` is explained with, in SQL: the beginning of the network's answer; null for every other version. */
export const failedAnswerOf = (version: string): RawBuilder<string | null> => {
  const answer = sql.ref(`${version}.last_social_api_response`)
  return sql`case when ${sql.ref(`${version}.status`)} = 'publishing_failed'
    then left(${answer}, ${sql.lit(SUMMARY_ANSWER_MAX)}) end`
}

/** As it is sent: left out where there is none. */
export const failedAnswer = (answer: string | null) =>
  answer === null ? {} : { last_social_api_response: answer }

/**
 * These posts in short form, by id. Left out: deleted posts, those of other projects, and those of which the audience sees no version.
 * One statement, so that a summary and its revision are of the same moment, and joined row by row, so that its plan does not depend on
 * how many posts other projects have.
 */
export const readSummaries = async (
  db: Reader,
  { projectId, audience }: { readonly projectId: number; readonly audience: Audience },
  postIds: readonly number[],
): Promise<Map<number, Summary>> => {
  if (postIds.length === 0) return new Map()
  const isSeen = isSeenBy(audience, 'x')
  const { rows } = await sql<SummaryRow>`
    ${prepared} select p.revision, p.id as post_id, p.type, ${shownCampaign} as campaign_id, ${iso(sql`greatest(p.updated_at, v.changed_at)`)} as updated_at, s.id as schedule_id, s.date, s.time,
      s.timezone, ${iso(sql`s.datetime`)} as datetime, s.is_autoposting,
      ${iso(sql`s.planned_at`)} as planned_datetime, v.socials, v.message, f.storage_key as preview_key,
      ${decideBy(projectId, audience)} as decide_by, ${unfinishedCopies} as replication
    from unnest(${[...postIds]}::bigint[]) as wanted(id)
      join posts p on p.id = wanted.id and p.project_id = ${projectId} and p.deleted_at is null
      left join schedules s on s.post_id = p.id and s.deleted_at is null
      cross join lateral (
        select json_agg(json_build_array(x.id, x.social_network, x.type, x.status, x.is_approved, ${failedAnswerOf('x')},
              ${isForOtherAccountIn('x')})
            order by x.social_network collate "C") as socials,
          (array_agg(${cutMessage} order by x.social_network collate "C"))[1] as message,
          bool_or(x.status = any(${[...pending]})) as waits,
          max(x.updated_at) as changed_at
        from post_socials x where x.post_id = p.id and ${isSeen}) v
      left join lateral (
        select m.storage_key
        from post_socials x join attachments a on a.post_social_id = x.id
          join medias m on m.id = coalesce(a.thumbnail_media_id, a.media_id) and m.has_previews
        where x.post_id = p.id and ${isSeen} order by x.social_network collate "C", a.position limit 1) f on true
    where v.socials is not null`.execute(db)
  return new Map(rows.map(row => [row.post_id, toSummary(row, projectId)]))
}

const toSummary = (row: SummaryRow, projectId: number): Summary => {
  const post_socials = row.socials.map(
    ([id, social_network, type, status, is_approved, answer, isForOther]) => ({
      id,
      social_network,
      type,
      status,
      is_approved,
      ...(isForOther ? { is_for_other_account: true as const } : {}),
      ...failedAnswer(answer),
    }),
  )
  return {
    revision: row.revision,
    post: {
      id: row.post_id,
      project_id: projectId,
      type: row.type,
      status: postStatus(post_socials.map(({ status }) => status)),
      message: row.message,
      preview: row.preview_key === null ? null : mediaPath(row.preview_key, 'small'),
      updated_at: row.updated_at,
      ...(row.campaign_id === null ? {} : { campaign_id: row.campaign_id }),
      ...(row.decide_by ? { decide_by: row.decide_by } : {}),
      ...(row.replication ? { media_replication_status: row.replication } : {}),
      post_socials,
    },
    schedule: row.schedule_id === null ? null : scheduleOf(row, row.schedule_id),
  }
}

const scheduleOf = (row: SummaryRow, id: number): Schedule => ({
  id,
  schedule_id: id,
  post_id: row.post_id,
  date: row.date,
  time: row.time,
  datetime: row.datetime,
  timezone: row.timezone,
  is_autoposting: row.is_autoposting,
  ...(row.planned_datetime ? { planned_datetime: row.planned_datetime } : {}),
})

/** A summary as a person sees it at this moment. */
const summaryAt = ({ post, schedule }: Summary, now: Date): PostSummary => ({
  ...post,
  is_overdue: schedule !== null && isPostOverdue(post.post_socials, schedule.datetime, now),
})

/** These posts as a person sees them at this moment, in the order of the ids; those that they do not see are left out. */
export const listSummaries = async (
  db: Reader,
  scope: ProjectScope,
  postIds: readonly number[],
  now: Date,
): Promise<
  { readonly revision: number; readonly post: PostSummary; readonly schedule: Schedule | null }[]
> => {
  const { projectId } = scope
  const summaries = await readSummaries(db, { projectId, audience: audienceOf(scope) }, postIds)
  return postIds.flatMap(id => {
    const summary = summaries.get(id)
    if (!summary) return []
    return [{ revision: summary.revision, post: summaryAt(summary, now), schedule: summary.schedule }]
  })
}

/** Whether post `p` is scheduled between two instants (`until` exclusive): one range of one index of the project. */
export const isScheduledIn = (projectId: number, { from, until }: { from: Date; until: Date }) => sql`
  p.project_id = ${projectId} and p.deleted_at is null and p.scheduled_at >= ${from} and p.scheduled_at < ${until}`

/** Which posts are scheduled between two instants (`until` exclusive), by their time, each with its revision. */
export const listScheduled = async (
  db: Reader,
  projectId: number,
  instants: { from: Date; until: Date },
): Promise<{ id: number; revision: number }[]> => {
  const { rows } = await sql<{ id: number; revision: number }>`
    select p.id, p.revision from posts p where ${isScheduledIn(projectId, instants)}
    order by p.scheduled_at, p.id desc`.execute(db)
  return rows
}

/**
 * A number that stands for everything that the cards of these instants show: no revision is used twice, so a set of posts and revisions
 * never comes back. 128 bits, whatever the order.
 */
export const revisionsIn = (
  projectId: number,
  instants: { from: Date; until: Date },
): RawBuilder<string> => sql<string>`(
  select concat(count(*), '/', bit_xor(hashint8extended(p.revision, 1)), '/', bit_xor(hashint8extended(p.revision, 2)))
  from posts p where ${isScheduledIn(projectId, instants)})`

/** The posts scheduled between two instants (`until` exclusive), by their time. */
export const listScheduledSummaries = async (
  db: Reader,
  scope: ProjectScope,
  instants: { from: Date; until: Date },
  now: Date,
): Promise<(Schedule & { post: PostSummary })[]> => {
  const ids = (await listScheduled(db, scope.projectId, instants)).map(({ id }) => id)
  const summaries = await listSummaries(db, scope, ids, now)
  return summaries.flatMap(({ post, schedule }) => (schedule ? [{ ...schedule, post }] : []))
}
