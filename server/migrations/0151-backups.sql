-- Attempts at backups, so that somebody hears when the last good one is too old. A backup that was killed has no row.
create table backups (
  id bigint generated always as identity primary key,
  target text not null,
  ended_at timestamptz not null,
  seconds integer not null,
  -- Its name in the target; null: it failed.
  backup_id text,
  problem text,
  check ((backup_id is null) <> (problem is null))
);
create index backups_target on backups (target, ended_at);
