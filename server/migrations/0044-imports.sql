-- A table of posts that somebody has uploaded, and what became of it.
create table imports (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects,
  user_id bigint not null references users,
  file_name text not null,
  encoding text not null,
  headers jsonb not null,
  -- Which column holds what: the project's next import begins with it.
  mapping jsonb not null,
  date_order text not null check (date_order in ('day', 'month')),
  status text not null default 'checked' check (status in ('checked', 'running', 'done', 'undone')),
  created_at timestamptz not null default now(),
  unique (id, project_id)
);
create index imports_of_project on imports (project_id, id);
create index imports_of_user on imports (user_id);

-- The truth about each row: the job that was interrupted goes on with those that have no outcome.
create table import_rows (
  import_id bigint not null,
  project_id bigint not null,
  -- As the spreadsheet counts.
  line integer not null,
  cells jsonb not null,
  external_id text,
  draft jsonb not null,
  -- Of the draft, to see whether a repeated row has changed.
  draft_hash bytea not null,
  problems jsonb not null,
  notices jsonb not null,
  outcome text check (outcome in ('created', 'updated', 'unchanged', 'refused', 'left_out')),
  reason text,
  post_id bigint,
  primary key (import_id, line),
  foreign key (import_id, project_id) references imports (id, project_id) on delete cascade,
  foreign key (post_id, project_id) references posts (id, project_id) on delete set null (post_id)
);
create index import_rows_of_post on import_rows (post_id, project_id) where post_id is not null;
-- A repeated row is recognized by its id.
create index import_rows_by_external_id on import_rows (project_id, external_id, import_id) where external_id is not null;
