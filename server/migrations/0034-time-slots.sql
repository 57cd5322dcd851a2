-- The usual times of a project, by the wall clock of the zone that it has at the time (docs/product/projects.md "Time slots"). They are
-- replaced as a whole, so the project counts the versions of the list. Weekday 1 is Monday; without a network a slot is for all of them.
create table time_slots (
  project_id bigint not null references projects,
  weekday smallint not null check (weekday between 1 and 7),
  social_network text check (social_network in ('facebook', 'instagram', 'linkedin', 'twitter')),
  time text not null check (time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  unique nulls not distinct (project_id, weekday, time, social_network)
);
alter table projects add column time_slots_version integer not null default 1;
