-- Named sets of hashtags of a project. The hashtags are kept as they are copied: each with its sign, once, joined by single spaces.
create table hashtag_pools (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects,
  pool_name text not null check (length(pool_name) between 1 and 255),
  hashtags text not null check (hashtags ~ '^#[^\s#]+( #[^\s#]+)*$'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (id, project_id)
);
create index hashtag_pools_of_project on hashtag_pools (project_id) where deleted_at is null;
