-- Expands.
-- A person's second factor (docs/product/accounts.md "Second factor"): the secret that their app shares, and the recovery codes that are left, sealed with the
-- installation's key. `turned_on_at` null: it is being set up and asks nobody yet. `last_step`: the latest half minute whose code was
-- used; neither that one nor an earlier one opens anything again. `codes_left`: of the recovery codes.
create table second_factors (
  user_id bigint primary key references users (id) on delete cascade,
  sealed bytea not null,
  key_id text not null,
  turned_on_at timestamptz,
  last_step bigint not null default 0,
  codes_left smallint not null default 0
);
-- What the password, or a provider, has opened as far as the second factor.
alter table account_links
  drop constraint account_links_purpose_check,
  add constraint account_links_purpose_check
    check (purpose in ('confirm', 'reset', 'sign_in_code', 'second_factor')) not valid;
-- When its person last showed that it is them; null: when it began.
alter table sessions add column confirmed_at timestamptz;
