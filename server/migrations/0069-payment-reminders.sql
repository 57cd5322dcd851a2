-- The mails about a failed payment that an agency's admins have got: each once (docs/product/billing.md "Mails").
create table payment_reminders (
  agency_id bigint not null references agencies,
  past_due_since timestamptz not null,
  -- Days after the failed payment.
  day smallint not null,
  queued_at timestamptz not null,
  primary key (agency_id, past_due_since, day)
);
