-- Ended by the person who was invited, not by the agency. An invitation that ended in either way has its time in revoked_at.
alter table invitations add column is_refused boolean not null default false check (not is_refused or revoked_at is not null);

-- The owner of this address does not know the agency: it mails them nothing more, and they see none of its invitations.
create table unwanted_agencies (
  agency_id bigint not null references agencies,
  email text not null check (email = lower(email)),
  created_at timestamptz not null default now(),
  primary key (agency_id, email)
);
