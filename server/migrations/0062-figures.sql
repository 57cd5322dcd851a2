-- Figures of the networks (docs/product/analytics.md "Keeping").
-- An account as the network knows it. It outlives its connection, so that an account that is connected again keeps its history.
create table metric_accounts (
  id integer generated always as identity primary key,
  project_id bigint not null references projects,
  social_network text not null check (social_network in ('facebook', 'instagram', 'linkedin', 'twitter')),
  external_id text not null,
  created_at timestamptz not null default now(),
  unique (project_id, social_network, external_id)
);

-- One value a day. Narrow, because there will be a billion of them: no ids of their own and no instants. `metric` and `series` are
-- numbers of domain/src/analytics/metrics.ts; `day` is a Pacific day.
create table metric_points (
  metric_account_id integer not null references metric_accounts,
  day date not null,
  metric smallint not null,
  series smallint not null,
  value double precision not null,
  -- [24 numbers] for a metric by hour.
  extended_value jsonb,
  primary key (metric_account_id, metric, series, day)
);

-- How the latest reading of a metric ended.
create table metric_states (
  metric_account_id integer not null references metric_accounts,
  metric smallint not null,
  state text not null check (state in ('read', 'dropped', 'failed')),
  -- Since when it is in this state.
  since timestamptz not null,
  -- The network's answer, shortened and without tokens.
  response text,
  last_day date,
  primary key (metric_account_id, metric)
);

-- Figures of a published version so far, one row a reading; a figure that the network does not report is null.
create table post_figures (
  post_social_id bigint not null,
  project_id bigint not null references projects,
  read_at timestamptz not null,
  reach bigint,
  impressions bigint,
  likes bigint,
  comments bigint,
  shares bigint,
  clicks bigint,
  saves bigint,
  video_views bigint,
  primary key (post_social_id, read_at),
  foreign key (post_social_id, project_id) references post_socials (id, project_id)
);

-- What went out of a project in a period.
create index post_socials_by_publication on post_socials (project_id, social_network, published_at) where published_at is not null;
