-- Connecting social accounts, and knowing how each one stands.

alter table social_accounts
  add column connected_by bigint references users,
  -- Null: the access has no end of its own.
  add column expires_at timestamptz,
  -- The permissions that were really granted, in the network's words.
  add column scopes text[] not null default '{}',
  -- Whether it can be renewed without the person.
  add column is_renewable boolean not null default false,
  -- Null beside needs_reconnecting: publishing has found it, and nobody has been told yet.
  add column reconnect_reason text check (reconnect_reason in ('expired', 'refused', 'publish_refused')),
  add column checked_at timestamptz,
  add column check_due_at timestamptz not null default now(),
  -- Held by the one process that is asking the network about it.
  add column check_lease_until timestamptz,
  -- Times in a row that the network could not be asked.
  add column check_failures integer not null default 0,
  -- The nearest of 14, 7, 3 and 1 days before the end that was warned of.
  add column warned_days smallint check (warned_days in (14, 7, 3, 1));

create index social_accounts_to_check on social_accounts (check_due_at) where removed_at is null;
create index social_accounts_of_key on social_accounts (token_key_id) where sealed_token is not null;
create index social_accounts_of_external on social_accounts (social_network, external_id);

-- A connection under way: begun (a state or a request token is out) or choosing (pages wait with their access, sealed).
-- Bound to the session, the project and the network it was begun in; used once; gone soon.
create table pending_connections (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects,
  session_id bigint not null references sessions,
  social_network text not null check (social_network in ('facebook', 'instagram', 'linkedin', 'twitter')),
  stage text not null check (stage in ('begun', 'choosing')),
  -- Of the state or the request token: who reads this table can end nobody's login.
  secret_hash bytea unique,
  is_reconnecting boolean not null default false,
  callback_url text,
  -- What may be chosen, without the access to it.
  choices jsonb not null default '[]',
  sealed bytea,
  token_key_id text,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  check ((stage = 'begun') = (secret_hash is not null))
);
create index pending_connections_of_session on pending_connections (session_id, project_id, social_network);
create index pending_connections_to_purge on pending_connections (expires_at);
