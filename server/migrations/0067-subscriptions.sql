-- What an agency pays (docs/product/billing.md "Subscription"): rows that mirror the gateway's objects. No row here decides a charge.

create table subscriptions (
  agency_id bigint primary key references agencies,
  gateway_customer_id text not null,
  -- Null until the gateway has answered: this row comes before the call.
  gateway_subscription_id text unique,
  -- Of the call that creates it, so that a repeated call creates nothing more. Another one for each subscription of the agency.
  start_key text not null default gen_random_uuid()::text,
  status text not null check (status in ('trialing', 'active', 'past_due', 'unpaid', 'canceled')),
  trial_ends_at timestamptz not null,
  period_start timestamptz not null,
  period_end timestamptz not null check (period_end >= period_start),
  cancel_at_period_end boolean not null default false,
  past_due_since timestamptz,
  canceled_at timestamptz,
  -- As the gateway has them.
  user_count integer not null check (user_count >= 0),
  account_count integer not null check (account_count >= 0),
  -- Readings of the gateway that have begun, and the latest one that was written: an older answer never replaces a newer one.
  readings_begun bigint not null default 0,
  reading_written bigint not null default 0,
  synced_at timestamptz,
  created_at timestamptz not null default now()
);
create index subscriptions_of_customer on subscriptions (gateway_customer_id);

create table invoices (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies,
  gateway_invoice_id text not null unique,
  number text,
  status text not null check (status in ('draft', 'open', 'paid', 'uncollectible', 'void')),
  total_cents integer not null,
  tax_cents integer not null default 0,
  currency text not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  created_at timestamptz not null,
  paid_at timestamptz,
  -- [{description, quantity, amount_cents}].
  lines jsonb not null default '[]',
  -- When the gateway tries the card again.
  next_attempt_at timestamptz,
  -- Where the card's owner confirms the payment, when the bank asks for it.
  action_url text
);
create index invoices_of_agency on invoices (agency_id, created_at desc);

create table billing_addresses (
  agency_id bigint primary key references agencies,
  first_name text not null check (length(first_name) between 3 and 255),
  last_name text not null check (length(last_name) between 3 and 255),
  address text not null check (length(address) between 3 and 255),
  state text not null check (length(state) between 3 and 255),
  city text not null check (length(city) between 3 and 255),
  country text not null check (length(country) between 2 and 255),
  zip text not null check (length(zip) between 3 and 255),
  updated_at timestamptz not null default now()
);

-- Messages of the gateway, each taken once. They only say that something changed; what it is now is asked of the gateway.
create table gateway_events (
  id text primary key,
  type text not null,
  gateway_customer_id text,
  created_at timestamptz not null,
  received_at timestamptz not null
);
create index gateway_events_by_age on gateway_events (received_at);

-- Differences that the nightly comparison found and repaired.
create table subscription_drifts (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies,
  found_at timestamptz not null,
  -- The names of what differed.
  differences text[] not null
);
create index subscription_drifts_by_age on subscription_drifts (found_at);

-- An agency's users or accounts may have changed. Without a key, so that two changes at once do not wait for each other.
create table quantity_changes (
  id bigint generated always as identity primary key,
  agency_id bigint not null
);

create function note_quantity_change(of_agency bigint) returns void language sql as $$
  insert into quantity_changes (agency_id)
    select s.agency_id from subscriptions s where s.agency_id = of_agency
$$;

create function agency_people_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform note_quantity_change(old.agency_id); end if;
  if tg_op <> 'DELETE' then perform note_quantity_change(new.agency_id); end if;
  return null;
end $$;
create trigger agency_admins_are_counted after insert or delete on agency_admins
  for each row execute function agency_people_changed();
create trigger agency_members_are_counted after insert or delete on agency_members
  for each row execute function agency_people_changed();

create function project_parts_changed() returns trigger language plpgsql as $$
declare
  of_project bigint;
begin
  of_project := case when tg_op = 'DELETE' then old.project_id else new.project_id end;
  perform note_quantity_change(p.agency_id) from projects p where p.id = of_project;
  return null;
end $$;
create trigger project_members_are_counted after insert or delete or update of role on project_members
  for each row execute function project_parts_changed();
create trigger social_accounts_are_counted after insert or delete or update of removed_at on social_accounts
  for each row execute function project_parts_changed();

create function project_deletion_changed() returns trigger language plpgsql as $$
begin
  perform note_quantity_change(new.agency_id);
  return null;
end $$;
create trigger projects_are_counted after update of deleted_at on projects
  for each row execute function project_deletion_changed();
