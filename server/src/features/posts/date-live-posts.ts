import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'

/**
 * Gives these posts the minute of their publication as their time: calendars, lists, feeds and reports say when a post went out, not
 * when it should have. One that has a schedule moves there once everything of it is live: until then its plan is when the rest is due.
 * The plan is kept if it was another minute, unless it was made after the first version went out: that was the plan of the others. One
 * that was published without a schedule gets its time as soon as anything of it is live, also if another network has refused it, unless
 * a version of it was not published at all. Call it after the versions' new statuses are written, in a statement of its own: of two
 * versions that go live at once, the later one sees the other.
 */
export const dateLivePosts = async (tx: Tx, postIds: readonly number[]): Promise<void> => {
  if (postIds.length === 0) return
  await sql`
    with published as (
      select x.post_id, p.project_id, r.timezone, date_trunc('minute', min(x.published_at)) as at,
        min(x.published_at) as first, bool_and(x.status = 'live') as is_all_live
      from post_socials x join posts p on p.id = x.post_id join projects r on r.id = p.project_id
      where x.post_id = any(${[...new Set(postIds)]})
      group by x.post_id, p.project_id, r.timezone
      having bool_and(x.status in ('live', 'on_publishing', 'publishing_failed')) and count(x.published_at) > 0
    ), moved as (
      update schedules s set planned_at = case when s.updated_at <= published.first then s.datetime end, datetime = published.at,
        timezone = published.timezone, date = (published.at at time zone published.timezone)::date,
        time = (published.at at time zone published.timezone)::time, released_at = coalesce(s.released_at, published.at)
      from published where s.post_id = published.post_id and published.is_all_live and s.deleted_at is null
        and date_trunc('minute', s.datetime) <> published.at
    )
    insert into schedules (post_id, project_id, date, time, timezone, datetime, is_autoposting, released_at)
    select post_id, project_id, (at at time zone timezone)::date, (at at time zone timezone)::time, timezone, at, false, at
    from published where not exists (select 1 from schedules s where s.post_id = published.post_id and s.deleted_at is null)`.execute(
    tx,
  )
}
