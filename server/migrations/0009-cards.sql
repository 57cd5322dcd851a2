-- Cards, as the gateway keeps them. Nothing here can be made into a card's number or its CVC.

create table payment_cards (
  id bigint generated always as identity primary key,
  -- Who added it; its owner until the agency is made.
  user_id bigint not null references users,
  agency_id bigint references agencies,
  -- What the gateway calls it.
  gateway_token text not null check (length(gateway_token) between 1 and 255),
  brand text not null check (length(brand) between 1 and 40),
  -- Four digits and no more: more would be the number.
  last_four text not null check (last_four ~ '^[0-9]{4}$'),
  expiry_month smallint not null check (expiry_month between 1 and 12),
  expiry_year smallint not null check (expiry_year between 2000 and 2999),
  name text not null check (length(name) between 1 and 255),
  country text check (country = 'AU'),
  -- When the owner's first card came; a card that takes its place leaves it.
  trial_started_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index payment_cards_of_user on payment_cards (user_id) where agency_id is null;
create unique index payment_cards_of_agency on payment_cards (agency_id) where agency_id is not null;

-- A card is being added: one at a time for a person. What the gateway is asked under, kept until it is known what came of it.
create table card_attempts (
  user_id bigint primary key references users,
  key text not null,
  busy_until timestamptz not null
);
