-- Expands.
-- A post that was published without a schedule and failed on one network has the minute of its publication as its time, too.
with published as (
  select x.post_id, p.project_id, r.timezone, date_trunc('minute', min(x.published_at)) as at
  from post_socials x join posts p on p.id = x.post_id join projects r on r.id = p.project_id
  where p.deleted_at is null
  group by x.post_id, p.project_id, r.timezone
  having bool_and(x.status in ('live', 'on_publishing', 'publishing_failed')) and count(x.published_at) > 0
)
insert into schedules (post_id, project_id, date, time, timezone, datetime, is_autoposting, released_at)
select post_id, project_id, (at at time zone timezone)::date, (at at time zone timezone)::time, timezone, at, false, at
from published where not exists (select 1 from schedules s where s.post_id = published.post_id and s.deleted_at is null);
