-- How far a customer's test clock at the gateway is ahead of the time; real customers have none (docs/product/billing.md "Test clocks").
alter table subscriptions add column clock_ahead_hours integer not null default 0;

-- The bank asks the card's owner to confirm the payment (docs/product/billing.md "Confirmation by the bank").
alter table invoices add column needs_confirmation boolean not null default false;

-- What the gateway will charge at the end of the period: {total_cents, tax_cents, lines}. Null: nothing, or not known yet.
alter table subscriptions add column next_charge jsonb;
