-- Whom an invoice was made out to, line by line. It stays as it was when the agency moves or takes another name.
-- Null: there is no billing address yet.
alter table invoices add column billed_to jsonb;

update invoices i
set billed_to = jsonb_build_array(
  a.name, b.first_name || ' ' || b.last_name, b.address, b.city || ', ' || b.state || ' ' || b.zip, b.country
)
from agencies a join billing_addresses b on b.agency_id = a.id
where i.agency_id = a.id and i.status <> 'draft';
