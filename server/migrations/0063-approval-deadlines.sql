-- When a post should be decided, if that was chosen in Send to approval; null: by the project's rule (docs/product/approvals.md "Deadline").
alter table posts add column approval_deadline_at timestamptz;

-- Who was reminded of what, once each. A deadline that has moved is another one.
create table approval_reminders (
  approval_id bigint not null,
  project_id bigint not null references projects,
  deadline_at timestamptz not null,
  -- Hours before the deadline; 0: its people were told that it has passed.
  hours smallint not null,
  sent_at timestamptz not null,
  primary key (approval_id, deadline_at, hours),
  foreign key (approval_id, project_id) references approvals (id, project_id) on delete cascade
);
