import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type FilterSearch, readFilterSearch } from '#domain/calendar/filter-search.ts'
import { statusesLetThrough } from '#domain/calendar/filters.ts'
import { instantsOf } from '#domain/calendar/range.ts'
import type { ContentSpan } from '#domain/content/views.ts'
import { addDays, type DayRange } from '#domain/kernel/days.ts'
import { isUnsavedOf } from '#server/features/posts/list-unsaved-posts.ts'
import { isFound } from '#server/features/posts/post-search.ts'
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
}

const isWithoutSearch = ({ q = '' }: ContentQuery): boolean => q.trim() === ''

type ListCall = Pick<ScopedPoolCall, 'db' | 'scope' | 'person'>

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

const isOfProject = ({ projectId }: ProjectScope): RawBuilder<SqlBool> =>
  sql`p.project_id = ${projectId} and p.deleted_at is null`

const part = (where: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select p.id, p.revision, p.scheduled_at from posts p where ${where}`

/** Two ranges of one index of the project, as in `listPosts`: one condition with `or` would read the schedules of all projects. */
const partsOf = ({ scope, person }: ListCall, { span, days }: ContentQuery): RawBuilder<unknown>[] => {
  if (span === 'unsaved') return [sql`${isOfProject(scope)} and ${isUnsavedOf(person.userId)}`]
  const unscheduled = sql`${isOfProject(scope)} and p.scheduled_at is null`
  if (span === 'unscheduled') return [unscheduled]
  if (span === 'all' || days === null) return [isOfProject(scope)]
  const instants = instantsOf(days, scope.timezone)
  return [isScheduledIn(scope.projectId, instants), unscheduled]
}

/**
 * Days are read as a plan, from the first one on; of all posts the latest schedules come first, or the list would open years ago; of those
 * that were never saved the newest one.
 */
const orderOf = ({ span }: ContentQuery): RawBuilder<unknown> =>
  span === 'unsaved'
    ? sql`id desc`
    : span === 'all'
      ? sql`scheduled_at desc nulls last, id desc`
      : sql`scheduled_at nulls last, id desc`

/** The posts of the list by their schedules, the unscheduled ones last, newest first. `most`: at most so many, null: all. */
export const readListed = async (
  call: ListCall,
  query: ContentQuery,
  most: number | null,
): Promise<{ id: number; revision: number }[]> => {
  const { db, scope, person } = call
  const times = await labelledTimes(db, scope, readFilterSearch(query).label)
  const filter = [
    hasVersion(scope, query),
    ...(times ? [isOnLabelledDay(times)] : []),
    ...(isWithoutSearch(query) ? [] : [isFound(scope, person.userId, query.q ?? '')]),
  ]
  const parts = partsOf(call, query).map(where => part(sql.join([where, ...filter], sql` and `)))
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
