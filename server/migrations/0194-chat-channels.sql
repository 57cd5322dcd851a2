-- Expands.
-- Channels of Slack and Teams that are told what happens to posts (decision 163). Anyone with the address of one can write into it, so that it
-- is sealed like the tokens of social accounts.
create table chat_channels (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies,
  -- Null: all projects of the agency.
  project_id bigint references projects,
  service text not null check (service in ('slack', 'teams')),
  name text not null check (length(name) between 1 and 160),
  topics text[] not null check (cardinality(topics) > 0),
  is_for_client boolean not null default false,
  sealed_address bytea not null,
  key_id text not null,
  address_hint text not null,
  is_on boolean not null default true,
  off_reason text check (off_reason in ('gone', 'unreachable', 'unreadable')),
  problem text,
  -- When what waits is sent; null: nothing waits.
  next_send_at timestamptz,
  -- One worker sends at a time. Later than this it is gone, and what it was sending is sent again.
  sending_until timestamptz,
  attempts integer not null default 0,
  last_sent_at timestamptz,
  created_by bigint references users,
  created_at timestamptz not null,
  check (project_id is not null or not is_for_client),
  check (off_reason is null or not is_on)
);
create index chat_channels_of_agency on chat_channels (agency_id);
create index chat_channels_of_project on chat_channels (project_id) where project_id is not null;
create index chat_channels_to_send on chat_channels (next_send_at) where next_send_at is not null;

-- What a channel has still to be told: deleted once it has been.
create table chat_entries (
  id bigint generated always as identity primary key,
  channel_id bigint not null references chat_channels on delete cascade,
  -- No reference: it says only what is to be told, and an event of a deleted post goes with the post.
  event_id bigint not null,
  created_at timestamptz not null,
  unique (channel_id, event_id)
);
