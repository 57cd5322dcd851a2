-- To whom a report was mailed, and when (docs/product/reports.md "Sending"). The link in each mail is a row of `report_links`.
create table report_sendings (
  id bigint generated always as identity primary key,
  report_id bigint not null,
  project_id bigint not null,
  email text not null check (email = lower(email) and length(email) between 3 and 255),
  -- Null: an address of somebody who is not in the project.
  user_id bigint references users,
  sent_by bigint not null references users,
  sent_at timestamptz not null,
  foreign key (report_id, project_id) references reports (id, project_id)
);
create index report_sendings_of_report on report_sendings (report_id, sent_at);
