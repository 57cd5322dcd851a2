-- When an account's figures are read next, and how far they have been read (docs/product/analytics.md "Gathering").
alter table metric_accounts
  add column due_at timestamptz not null default now(),
  -- Taken by a worker until then; a worker that dies gives it back by that.
  add column lease_until timestamptz,
  -- The last day up to which all has been read once.
  add column read_to date,
  add column failures integer not null default 0;
create index metric_accounts_due on metric_accounts (due_at);

-- When the figures of a published version are read next; gone when they are no longer read.
create table figure_turns (
  post_social_id bigint primary key,
  project_id bigint not null references projects,
  due_at timestamptz not null,
  foreign key (post_social_id, project_id) references post_socials (id, project_id) on delete cascade
);
create index figure_turns_due on figure_turns (due_at);
create index post_socials_published on post_socials (published_at) where published_at is not null;
