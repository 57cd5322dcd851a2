-- Who somebody is at Google or Apple, and sign-ins there that are under way.

-- The provider's own name for a person never changes; their address there may.
create table identities (
  issuer text not null,
  subject text not null,
  user_id bigint not null references users,
  -- As the provider told it when they were linked.
  email text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index identities_of_user on identities (user_id);

-- Deleted when it is taken up: once is all that it works.
create table sign_in_attempts (
  state_hash bytea primary key,
  -- Of the cookie of the browser that began.
  browser_hash bytea not null,
  provider text not null check (provider in ('google', 'apple')),
  nonce text not null,
  verifier text not null,
  -- Apple tells the name the first time only, and with the browser instead of in its signed answer.
  given_name text,
  family_name text,
  expires_at timestamptz not null
);
create index sign_in_attempts_expiry on sign_in_attempts (expires_at);

-- Proven at the provider, and not linked before the account's password has been given in the same browser.
create table waiting_identities (
  browser_hash bytea not null,
  issuer text not null,
  subject text not null,
  email text not null,
  expires_at timestamptz not null,
  primary key (browser_hash, issuer, subject)
);
create index waiting_identities_expiry on waiting_identities (expires_at);
