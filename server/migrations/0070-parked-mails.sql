-- Mails that failed for good, for the admins of the agency that they are about (decision 72). Null: about an account, the operator's alone.
alter table outgoing_mails add column agency_id bigint references agencies;
-- Sending is given up two days after this; whoever sends a failed mail again gives it two more.
alter table outgoing_mails add column queued_at timestamptz;
update outgoing_mails set queued_at = created_at;
alter table outgoing_mails alter column queued_at set not null;
alter table outgoing_mails alter column queued_at set default now();
alter table outgoing_mails add column failed_at timestamptz;
update outgoing_mails set failed_at = created_at where status = 'failed';
create index outgoing_mails_failed on outgoing_mails (failed_at) where status = 'failed';
create index outgoing_mails_of_agency on outgoing_mails (agency_id);
