-- The queue of jobs says when a mail is sent next, and by which worker; the row keeps what is sent and how it went.
drop index outgoing_mails_due;
alter table outgoing_mails drop column run_at, drop column lease_until;
create index outgoing_mails_by_age on outgoing_mails (created_at) where status <> 'queued';
