-- What people are told (docs/product/notifications.md "Who is told what"). An event that somebody may be told of waits here until a worker
-- has written whom: in the transaction of its change, so that none is lost; `told_from`: not before, because it can still be undone.
alter table events add column is_told boolean not null default true;
alter table events add column told_from timestamptz;
create index events_to_tell on events (id) where not is_told;

create table notifications (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  kind text not null,
  project_id bigint not null references projects,
  -- No reference: it says only that this person was told of it, and those of a deleted post go with the post.
  event_id bigint not null,
  actor_id bigint references users,
  post_id bigint,
  post_social_id bigint,
  created_at timestamptz not null,
  read_at timestamptz,
  unique (user_id, event_id),
  foreign key (post_id, project_id) references posts (id, project_id) on delete cascade,
  foreign key (post_social_id, project_id) references post_socials (id, project_id) on delete cascade
);
create index notifications_of_user on notifications (user_id, id);
create index notifications_unread on notifications (user_id, project_id) where read_at is null;
create index notifications_by_age on notifications (created_at);
create index notifications_of_post on notifications (post_id);
create index notifications_of_version on notifications (post_social_id);
create index notifications_of_project on notifications (project_id);
