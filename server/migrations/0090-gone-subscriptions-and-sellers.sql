-- Since when the gateway has not known the subscription. It has ended then, but its id stays: if the gateway knows it again, so do we.
alter table subscriptions add column gone_at timestamptz;

-- Who sold, as it was when the invoice was made: {name, address, tax_id, abn} (docs/product/billing.md "Invoices").
alter table invoices add column sold_by jsonb;
