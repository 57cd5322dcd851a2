-- Each month's draft of a report (docs/product/reports.md "Every month").
create table report_schedules (
  project_id bigint primary key references projects,
  networks text[] not null check (cardinality(networks) > 0),
  -- Who looks each draft over.
  manager_id bigint not null references users,
  -- Whom it is meant for; it is sent by hand.
  user_ids bigint[] not null,
  emails text[] not null,
  -- The first of the month on which the next draft is made, by the project's clock.
  next_day date not null check (extract(day from next_day) = 1)
);
alter table reports add column is_scheduled boolean not null default false;
