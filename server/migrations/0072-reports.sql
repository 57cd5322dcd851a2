-- Reports for clients (docs/product/reports.md "Reports"). Without `content` a report is a draft, whose figures are those of the moment.
create table reports (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects,
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  networks text[] not null check (cardinality(networks) > 0),
  goal text not null default '',
  reasons text not null default '',
  version integer not null default 1,
  created_by bigint references users,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- What was sent, as it was then.
  content jsonb,
  sent_at timestamptz,
  sent_by bigint references users,
  unique (id, project_id),
  check ((content is null) = (sent_at is null))
);
create index reports_of_project on reports (project_id, from_day);

create table report_links (
  token_hash bytea primary key,
  report_id bigint not null,
  project_id bigint not null,
  created_by bigint references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (report_id, project_id) references reports (id, project_id)
);
create index report_links_of_report on report_links (report_id);
