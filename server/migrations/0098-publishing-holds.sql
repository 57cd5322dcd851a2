-- What a database has to know of itself so that a restored backup sends nothing twice (decision 107).

-- The workers' sign of life: one row. A restored database is found by its age, or by a counter behind what a worker has written.
create table publishing_heartbeat (
  is_only boolean primary key default true check (is_only),
  beats bigint not null default 0,
  -- Null: no worker has published from this database, and nothing has happened in it.
  beat_at timestamptz,
  -- Null: no worker has beaten yet, or the server does not say.
  system_identifier text,
  timeline integer
);
insert into publishing_heartbeat (beat_at) select max(created_at) from events;

-- Times that the database knows nothing of: what existed at their end and was not live may have been published in them.
create table lost_periods (
  id bigint generated always as identity primary key,
  lost_from timestamptz not null,
  lost_until timestamptz not null,
  check (lost_from <= lost_until)
);
create index lost_periods_until on lost_periods (lost_until);

-- Nothing is published in the scope until the hold is released.
create table publishing_holds (
  id bigint generated always as identity primary key,
  scope text not null check (scope in ('installation', 'agency', 'project')),
  agency_id bigint references agencies,
  project_id bigint references projects,
  reason text not null check (reason in ('long_gap', 'other_database', 'older_database', 'clock_set_back', 'by_hand')),
  -- The time lost before it, where there was one.
  lost_from timestamptz,
  held_at timestamptz not null,
  held_by bigint references users,
  released_at timestamptz,
  released_by bigint references users,
  check ((agency_id is not null) = (scope = 'agency')),
  check ((project_id is not null) = (scope = 'project'))
);
-- One of each reason at a time; the second process that finds the same gap adds nothing.
create unique index publishing_holds_active on publishing_holds (scope, coalesce(agency_id, 0), coalesce(project_id, 0), reason)
  where released_at is null;

alter table publications
  -- The lost time in which an attempt may have been made that the ids and times of this row say nothing of.
  add column lost_from timestamptz,
  add column lost_until timestamptz,
  -- Waits for the release of a hold. Its look-up, where it needed one, is over.
  add column held_at timestamptz,
  -- Released singly: holds from before do not stop it.
  add column hold_waived_at timestamptz,
  add check ((lost_from is null) = (lost_until is null));
create index publications_held on publications (project_id) where held_at is not null and status = 'queued';

-- The first comment waits for the release of a hold.
alter table publication_follow_ups add column held_at timestamptz;
create index publication_follow_ups_held on publication_follow_ups (publication_id) where held_at is not null;
