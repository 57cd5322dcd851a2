-- What invoices say besides the address, and where they are sent besides the admins (docs/product/billing.md "Billing address"). Empty: nothing.
alter table billing_addresses
  add column vat_number text not null default '' check (length(vat_number) <= 30),
  add column invoice_email text not null default '' check (length(invoice_email) <= 254);

-- When the mails with the receipt were queued: once. What was paid before there were receipts gets none.
alter table invoices add column receipt_queued_at timestamptz;
update invoices set receipt_queued_at = coalesce(paid_at, created_at) where status = 'paid';
