-- A project as a file that somebody takes with them (docs/product/project-export.md "The export").
create table project_archives (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects,
  user_id bigint not null references users,
  status text not null default 'running' check (status in ('running', 'ready', 'failed')),
  -- Of the media files, so many are in the file.
  done integer not null default 0,
  total integer not null default 0,
  -- Media that the storage has lost.
  missing integer not null default 0,
  -- Each attempt has a key of its own, so that one that was believed dead writes over nothing.
  storage_key text unique,
  bytes bigint,
  attempts integer not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  check ((status = 'running') = (finished_at is null)),
  check (status <> 'ready' or (storage_key is not null and bytes is not null))
);
create unique index one_running_archive on project_archives (project_id) where status = 'running';
create index project_archives_of_project on project_archives (project_id, id);
create index project_archives_of_user on project_archives (user_id);
