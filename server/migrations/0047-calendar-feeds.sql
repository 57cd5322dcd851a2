-- The secret addresses at which people's calendars read a project's posts (docs/product/calendar-feed.md "The address").
create table calendar_feeds (
  project_id bigint not null references projects,
  user_id bigint not null references users,
  -- Of the secret in the address, which is shown once and never stored.
  token_hash bytea not null unique,
  created_at timestamptz not null,
  primary key (project_id, user_id)
);
create index calendar_feeds_of_user on calendar_feeds (user_id);
