import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type FilterSearch, readFilterSearch } from '#domain/calendar/filter-search.ts'
import { NO_CAMPAIGN, statusesLetThrough } from '#domain/calendar/filters.ts'
import { instantsOf } from '#domain/calendar/range.ts'
import type { ContentSort, ContentSpan, SortDirection } from '#domain/content/views.ts'
import { addDays, type DayRange } from '#domain/kernel/days.ts'
import { dayOf } from '#domain/kernel/time.ts'
import { approvalTypes, postSocialStatuses } from '#domain/posts/status.ts'
import { firstDeadline, hoursNow } from '#server/features/posts/first-deadline.ts'
import { isUnsavedOf } from '#server/features/posts/list-unsaved-posts.ts'
import { isFound } from '#server/features/posts/post-search.ts'
import { isUnscheduled } from '#server/features/posts/schedules.ts'
import { audienceOf, isScheduledIn, isSeenBy } from '#server/features/posts/summaries.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'

/** Which posts of the list are wanted; the groups of the filter are comma-separated, as in addresses. */
export type ContentQuery = FilterSearch & {
  readonly span: ContentSpan
  /** Null unless the span is `days`. */
  readonly days: DayRange | null
  readonly q?: string | undefined
  readonly sort?: ContentSort | undefined
  readonly direction?: SortDirection | undefined
}

const isWithoutSearch = ({ q = '' }: ContentQuery): boolean => q.trim() === ''

type ListCall = Pick<ScopedPoolCall, 'db' | 'scope' | 'person' | 'now'>

/** Status, network and type are looked for in the same version, as in the calendar (docs/product/calendar.md "Filters"). */
const hasVersion = (scope: ProjectScope, query: ContentQuery): RawBuilder<SqlBool> => {
  const { status, social_network: networks, social_post_type: types } = readFilterSearch(query)
  const statuses = statusesLetThrough(status, scope.role ?? 'content-creator')
  const conditions = [
    // A post that was never saved has only temporary versions.
    query.span === 'unsaved' ? sql`x.status = 'temporary_draft'` : sql`x.status <> 'temporary_draft'`,
    ...(statuses ? [sql`x.status = any(${statuses})`] : []),
    ...(networks.length > 0 ? [sql`x.social_network = any(${[...networks]})`] : []),
    ...(types.length > 0 ? [sql`x.type = any(${[...types]})`] : []),
    isSeenBy(audienceOf(scope), 'x'),
  ]
  const versions = sql`post_socials x where ${sql.join(conditions, sql` and `)}`
  // Of the whole project its versions are read once, not for each post: `offset 0` keeps the planner from looking them up one by one. A search
  // leaves few posts, of which the planner expects even fewer: it would compare each with all versions.
  return query.span === 'all' && isWithoutSearch(query)
    ? sql`p.id in (select x.post_id from ${versions} and x.project_id = ${scope.projectId} offset 0)`
    : sql`exists (select 1 from ${versions} and x.post_id = p.id)`
}

/** The days of the checked labels as instants; null: none is checked. */
const labelledTimes = async (
  db: Reader,
  { projectId, timezone }: ProjectScope,
  ids: readonly number[],
): Promise<{ from: Date; until: Date }[] | null> => {
  if (ids.length === 0) return null
  const labels = await db
    .selectFrom('day_labels')
    .select(['start_at', 'end_at'])
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .where('id', 'in', ids)
    .execute()
  return labels.map(({ start_at, end_at }) => instantsOf({ start: start_at, end: end_at }, timezone))
}

const isOnLabelledDay = (times: readonly { from: Date; until: Date }[]): RawBuilder<SqlBool> => sql`exists (
  select 1 from unnest(${times.map(({ from }) => from)}::timestamptz[], ${times.map(({ until }) => until)}::timestamptz[])
    as labelled(since, until) where p.scheduled_at >= labelled.since and p.scheduled_at < labelled.until)`

/** Also of one in the bin, a post belongs to none. */
const belongsTo = (campaigns: readonly number[]): RawBuilder<SqlBool> => sql`coalesce((
  select c.id from campaigns c where c.id = p.campaign_id and c.deleted_at is null), ${NO_CAMPAIGN}) = any(${[...campaigns]}::bigint[])`

const isOfProject = ({ projectId }: ProjectScope): RawBuilder<SqlBool> =>
  sql`p.project_id = ${projectId} and p.deleted_at is null`

const part = (where: RawBuilder<unknown>, key: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select p.id, p.revision, ${key} as key from posts p where ${where}`

/** What post `p` is in the order of; null comes last. */
const keyOf = ({ scope }: ListCall, sort: ContentSort): RawBuilder<unknown> => {
  const versions = sql`post_socials x where x.post_id = p.id`
  if (sort === 'date') return sql`p.scheduled_at`
  if (sort === 'updated') return sql`greatest(p.updated_at, (select max(x.updated_at) from ${versions}))`
  if (sort === 'type') return sql`p.type`
  if (sort === 'author')
    return sql`(select lower(trim(u.name || ' ' || u.last_name)) from users u where u.id = p.created_by)`
  if (sort === 'status')
    return sql`(select min(array_position(${[...postSocialStatuses]}::text[], x.status)) from ${versions})`
  const deadline = firstDeadline({
    isSeen: isSeenBy(audienceOf(scope), 'x'),
    rounds: approvalTypes,
    hours: hoursNow(scope.projectId),
  })
  return sql`(select ${deadline} from schedules s where s.post_id = p.id and s.deleted_at is null limit 1)`
}

/** Two ranges of one index of the project, as in `listPosts`: one condition with `or` would read the schedules of all projects. */
const partsOf = ({ scope, person, now }: ListCall, { span, days }: ContentQuery): RawBuilder<unknown>[] => {
  const today = dayOf(now, scope.timezone)
  if (span === 'unsaved') return [sql`${isOfProject(scope)} and ${isUnsavedOf(person.userId)}`]
  if (span === 'unscheduled') return [isUnscheduled(scope.projectId)]
  if (span === 'upcoming') {
    const { from } = instantsOf({ start: today, end: today }, scope.timezone)
    return [sql`${isOfProject(scope)} and p.scheduled_at >= ${from}`]
  }
  if (span === 'all' || days === null) return [isOfProject(scope)]
  const instants = instantsOf(days, scope.timezone)
  // Also what is being published without a schedule: it is on a day of its own a moment later.
  return [isScheduledIn(scope.projectId, instants), sql`${isOfProject(scope)} and p.scheduled_at is null`]
}

/**
 * Days are read as a plan, from the first one on; of all posts the latest schedules come first, or the list would open years ago; of those
 * that were never saved the newest one.
 */
const orderOf = ({ span, sort, direction }: ContentQuery): RawBuilder<unknown> => {
  if (sort) return direction === 'desc' ? sql`key desc nulls last, id desc` : sql`key nulls last, id desc`
  if (span === 'unsaved') return sql`id desc`
  return span === 'all' ? sql`key desc nulls last, id desc` : sql`key nulls last, id desc`
}

/** The posts of the list by their schedules, the unscheduled ones last, newest first. `most`: at most so many, null: all. */
export const readListed = async (
  call: ListCall,
  query: ContentQuery,
  most: number | null,
): Promise<{ id: number; revision: number }[]> => {
  const { db, scope, person } = call
  const { label, campaign } = readFilterSearch(query)
  const times = await labelledTimes(db, scope, label)
  const filter = [
    hasVersion(scope, query),
    ...(times ? [isOnLabelledDay(times)] : []),
    ...(campaign.length > 0 ? [belongsTo(campaign)] : []),
    ...(isWithoutSearch(query) ? [] : [isFound(scope, person.userId, query.q ?? '')]),
  ]
  const key = keyOf(call, query.sort ?? 'date')
  const parts = partsOf(call, query).map(where => part(sql.join([where, ...filter], sql` and `), key))
  const { rows } = await sql<{ id: number; revision: number }>`
    select id, revision from (${sql.join(parts, sql` union all `)}) listed
    order by ${orderOf(query)} limit ${most}`.execute(db)
  return rows
}

/** Why these days cannot be listed, in words, or null. Unlike the calendar's, a list may span years: it names posts only by their ids. */
export const daysProblem = (start: string | undefined, end: string | undefined): string | null => {
  if (start === undefined || end === undefined) return 'Choose the first and the last day'
  if (end < start) return 'The range ends before it starts'
  return end > addDays(start, DAYS_MAX) ? 'A range has at most ten years' : null
}

const DAYS_MAX = 3660
