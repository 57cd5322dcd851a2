-- A post that repeats (docs/product/series.md "Drafts ahead"). The source is the template of the next drafts; null once it was deleted for good.
create table post_series (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects,
  -- For whom the drafts are made: they need to be allowed to create posts.
  user_id bigint not null references users,
  source_post_id bigint,
  rule jsonb not null,
  -- Wall-clock time in whatever zone the project has when a draft is made.
  time text not null check (time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  is_autoposting boolean not null,
  starts_on date not null,
  until date,
  count integer check (count >= 2),
  problem text check (problem in ('template_deleted', 'network_not_connected', 'no_author', 'refused')),
  stopped_at timestamptz,
  created_at timestamptz not null default now(),
  unique (id, project_id),
  check (until is null or count is null),
  foreign key (source_post_id, project_id) references posts (id, project_id) on delete set null (source_post_id)
);
create index post_series_of_project on post_series (project_id);
create index post_series_of_source on post_series (source_post_id, project_id);
create index post_series_of_user on post_series (user_id);

-- The days that a series has had, so that no worker makes one twice and a deleted draft does not come back.
create table series_occurrences (
  series_id bigint not null,
  project_id bigint not null,
  date date not null,
  post_id bigint,
  primary key (series_id, date),
  foreign key (series_id, project_id) references post_series (id, project_id) on delete cascade,
  foreign key (post_id, project_id) references posts (id, project_id) on delete set null (post_id)
);
create unique index series_occurrences_of_post on series_occurrences (post_id);
