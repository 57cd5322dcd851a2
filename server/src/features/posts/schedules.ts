import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { PostSocial } from '#domain/posts/model.ts'
import { overdueStatuses } from '#domain/posts/status.ts'
import type { Schedule } from '#domain/schedules/model.ts'
import { isOverdue } from '#domain/schedules/timing.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'

/** The schedules of these posts, by post id. */
export const readSchedules = async (
  db: Reader,
  postIds: readonly number[],
): Promise<Map<number, Schedule>> => {
  const rows = await db
    .selectFrom('schedules')
    .select(['id', 'post_id', 'date', 'time', 'timezone', 'datetime', 'is_autoposting', 'planned_at'])
    .where('post_id', 'in', postIds)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(row => [row.post_id, toSchedule(row)]))
}

type ScheduleRow = Pick<
  Row<'schedules'>,
  'id' | 'post_id' | 'date' | 'time' | 'timezone' | 'datetime' | 'is_autoposting' | 'planned_at'
>

/** A schedule's row in wire form. */
export const toSchedule = (row: ScheduleRow): Schedule => ({
  id: row.id,
  schedule_id: row.id,
  post_id: row.post_id,
  date: row.date,
  time: row.time,
  datetime: row.datetime.toISOString(),
  timezone: row.timezone,
  is_autoposting: row.is_autoposting,
  ...(row.planned_at ? { planned_datetime: row.planned_at.toISOString() } : {}),
})

/** Whether the post's time has passed and a version of it waits for a person (docs/product/schedules.md "Overdue"). */
export const isPostOverdue = (
  socials: readonly Pick<PostSocial, 'status'>[],
  datetime: Date | string,
  now: Date,
): boolean => socials.some(social => overdueStatuses.includes(social.status)) && isOverdue(datetime, now)

/**
 * Whether post `p` waits for a time, in SQL: it was saved, has no schedule, and may be given one. What is being published is not among
 * these posts, and what went out has the time at which it did (docs/product/calendar.md "Unscheduled posts").
 */
export const isUnscheduled = (projectId: number): RawBuilder<SqlBool> => sql<SqlBool>`(
  p.project_id = ${projectId} and p.deleted_at is null and p.scheduled_at is null
  and exists (select 1 from post_socials t where t.post_id = p.id and t.status not in ('temporary_draft', 'live'))
  and not exists (select 1 from post_socials t where t.post_id = p.id and t.status = 'on_publishing'))`
