-- The same card starts no second trial (decision 130). The fingerprint is the gateway's: the same for a number wherever it is entered, and
-- nothing that a number could be guessed from. Kept when the card, its agency or its person are gone, or they would start another trial.
create table card_trials (
  fingerprint text primary key check (length(fingerprint) between 1 and 255),
  started_at timestamptz not null
);

alter table payment_cards
  add column fingerprint text check (length(fingerprint) between 1 and 255),
  -- When this card began its first trial, whoever entered it then.
  add column card_trial_started_at timestamptz;

-- A subscription that is refused at its start goes again if nothing limited its agency before; any other is one that ended.
alter table subscriptions add column was_unlimited boolean not null default false;
