-- What was read in a month (UTC) of networks that charge for it (decision 120).
create table paid_readings (
  project_id bigint not null references projects on delete cascade,
  social_network text not null,
  month date not null,
  posts integer not null default 0,
  users integer not null default 0,
  primary key (project_id, social_network, month)
);

-- Where the days before an account was connected are charged for, they are read only if somebody asked for them.
alter table metric_accounts add column past_asked_at timestamptz;
update metric_accounts set past_asked_at = created_at where read_to is not null;
