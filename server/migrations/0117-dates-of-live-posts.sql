-- Once everything of a post is live, its schedule shows when it went out; `planned_at` keeps the time that it had, if it was another.
alter table schedules add column planned_at timestamptz;

with live as (
  select x.post_id, p.project_id, r.timezone, date_trunc('minute', min(x.published_at)) as at
  from post_socials x join posts p on p.id = x.post_id join projects r on r.id = p.project_id
  where p.deleted_at is null
  group by x.post_id, p.project_id, r.timezone
  having bool_and(x.status = 'live') and count(x.published_at) > 0
), moved as (
  update schedules s set planned_at = s.datetime, datetime = live.at, timezone = live.timezone,
    date = (live.at at time zone live.timezone)::date, time = (live.at at time zone live.timezone)::time,
    released_at = coalesce(s.released_at, live.at)
  from live where s.post_id = live.post_id and s.deleted_at is null and date_trunc('minute', s.datetime) <> live.at
)
insert into schedules (post_id, project_id, date, time, timezone, datetime, is_autoposting, released_at)
select post_id, project_id, (at at time zone timezone)::date, (at at time zone timezone)::time, timezone, at, false, at
from live where not exists (select 1 from schedules s where s.post_id = live.post_id and s.deleted_at is null);
