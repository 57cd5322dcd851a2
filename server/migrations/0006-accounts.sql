-- Sign-up, links by mail, sessions that can be told apart, and the mails themselves.

-- An address is the identity of one confirmed account. Whoever signs up without proof of the mailbox gets an account that is never found
-- by its address: so sign-up answers alike whether the address has an account or not.
alter table users
  add column is_confirmed boolean not null default true,
  -- Belongs where it was invited to, and makes no agency of its own when that ends.
  add column came_by_invitation boolean not null default false;
alter table users drop constraint users_email_key;
create unique index users_confirmed_email on users (email) where is_confirmed;
create index users_unconfirmed_email on users (email, id) where not is_confirmed;

alter table sessions add column user_agent text, add column address text;

-- Links of mails. Only hashes: who reads this table can open none.
create table account_links (
  token_hash bytea primary key,
  user_id bigint not null references users,
  purpose text not null check (purpose in ('confirm', 'reset')),
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index account_links_of_user on account_links (user_id, purpose);

-- Mails on their way. What is in them is sealed and thrown away when they have left.
create table outgoing_mails (
  id bigint generated always as identity primary key,
  recipient text not null,
  kind text not null,
  subject text not null,
  sealed bytea,
  key_id text,
  status text not null check (status in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  run_at timestamptz not null default now(),
  lease_until timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index outgoing_mails_due on outgoing_mails (run_at) where status = 'queued';
