-- Which ends of trials admins were mailed about, each once. A trial that is prolonged ends anew (docs/product/billing.md "Mails").
create table trial_reminders (
  agency_id bigint not null references agencies,
  trial_ends_at timestamptz not null,
  queued_at timestamptz not null,
  primary key (agency_id, trial_ends_at)
);
