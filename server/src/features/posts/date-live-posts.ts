import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'

/**
 * Gives each of these posts the minute of its publication as its time, once everything of it is live: calendars, lists, feeds and
 * reports say when a post went out, not when it should have. The plan is kept if it was another minute, unless it was made after the
 * first version went out: that was the plan of the others. A post that was published without a schedule gets one. Call it after the versions' new statuses are written, in a statement of its own: of two versions that
 * go live at once, the later one sees the other.
 */
export const dateLivePosts = async (tx: Tx, postIds: readonly number[]): Promise<void> => {
  if (postIds.length === 0) return
  await sql`
    with live as (
      select x.post_id, p.project_id, r.timezone, date_trunc('minute', min(x.published_at)) as at,
        min(x.published_at) as first
      from post_socials x join posts p on p.id = x.post_id join projects r on r.id = p.project_id
      where x.post_id = any(${[...new Set(postIds)]})
      group by x.post_id, p.project_id, r.timezone
      having bool_and(x.status = 'live') and count(x.published_at) > 0
    ), moved as (
      update schedules s set planned_at = case when s.updated_at <= live.first then s.datetime end, datetime = live.at, timezone = live.timezone,
        date = (live.at at time zone live.timezone)::date, time = (live.at at time zone live.timezone)::time,
        released_at = coalesce(s.released_at, live.at)
      from live where s.post_id = live.post_id and s.deleted_at is null and date_trunc('minute', s.datetime) <> live.at
    )
    insert into schedules (post_id, project_id, date, time, timezone, datetime, is_autoposting, released_at)
    select post_id, project_id, (at at time zone timezone)::date, (at at time zone timezone)::time, timezone, at, false, at
    from live where not exists (select 1 from schedules s where s.post_id = live.post_id and s.deleted_at is null)`.execute(
    tx,
  )
}
