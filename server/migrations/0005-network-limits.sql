-- What the networks tell of their limits, for all workers: an account's or an app's calls wait until `not_before`.
create table network_limits (
  scope text not null check (scope in ('account', 'app')),
  -- An account: `network/external id`; an app: the networks that share it have one name.
  subject text not null,
  not_before timestamptz not null,
  -- Above 80 one call at a time; 100 and more: none until `not_before`.
  percent integer not null default 0,
  told_at timestamptz not null,
  primary key (scope, subject)
);
