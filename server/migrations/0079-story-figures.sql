-- The figures of each story of the last days, whoever published it: a day's sum needs those that have ended
-- (docs/product/analytics.md "Stories").
create table story_figures (
  metric_account_id integer not null references metric_accounts,
  external_id text not null,
  published_at timestamptz not null,
  -- Null while it has fewer viewers than the network tells of.
  reach bigint,
  engagement bigint,
  primary key (metric_account_id, external_id)
);

-- When the account's stories are read next; null where the network tells a story's figures as long as those of any post.
alter table metric_accounts add column stories_due_at timestamptz;
update metric_accounts set stories_due_at = now() where social_network = 'instagram';
create index metric_accounts_stories_due on metric_accounts (stories_due_at) where stories_due_at is not null;
