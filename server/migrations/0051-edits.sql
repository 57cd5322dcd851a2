-- What people edited in posts: one row for the saves of one person in a row, and what they changed in each version, with the words before
-- the first save and after the last (docs/decisions/0061-words-of-an-edit.md).
create table post_edits (
  id bigint generated always as identity primary key,
  post_id bigint not null,
  project_id bigint not null,
  edited_by bigint references users,
  saved_at timestamptz not null,
  foreign key (post_id, project_id) references posts (id, project_id) on delete cascade
);
create index post_edits_of_post on post_edits (post_id, id);
create index post_edits_of_author on post_edits (edited_by);

create table post_edit_versions (
  edit_id bigint not null references post_edits on delete cascade,
  social_network text not null check (social_network in ('facebook', 'instagram', 'linkedin', 'twitter')),
  parts text[] not null,
  -- Null where the edit left them as they were, or is older than this table.
  message_before text,
  message_after text,
  first_comment_before text,
  first_comment_after text,
  media_before integer,
  media_after integer,
  primary key (edit_id, social_network)
);

-- The edits until now, as the activity has joined them when it was read: without words, since they were not kept.
create temporary table earlier_edits as
select id, post_id, project_id, actor_id, created_at, changes,
  sum(starts) over (partition by post_id order by id) as session
from (
  select id, post_id, project_id, actor_id, created_at, detail->'changes' as changes,
    case when lag(actor_id) over saves is not distinct from actor_id
      and created_at - lag(created_at) over saves < interval '10 minutes' then 0 else 1 end as starts
  from events
  where type = 'post.saved' and post_id is not null and jsonb_array_length(detail->'changes') > 0
  window saves as (partition by post_id order by id)
) saved;

alter table post_edits add column session bigint;
insert into post_edits (post_id, project_id, edited_by, saved_at, session)
select post_id, project_id, actor_id, max(created_at), session from earlier_edits
group by post_id, project_id, actor_id, session order by max(id);
insert into post_edit_versions (edit_id, social_network, parts)
select e.id, c->>'social_network', array_agg(distinct p)
from post_edits e
join earlier_edits s using (post_id, session)
cross join jsonb_array_elements(s.changes) c
cross join jsonb_array_elements_text(c->'parts') p
group by e.id, c->>'social_network';
alter table post_edits drop column session;
drop table earlier_edits;
