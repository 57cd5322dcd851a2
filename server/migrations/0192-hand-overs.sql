-- Expands.
-- An agency offers one of its clients to an admin of another agency, by address; once they accept, the project is the other agency's
-- (decision 143). An offer has ended when one of its three answers is set, or when its time is over.
create table project_hand_overs (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects,
  from_agency_id bigint not null references agencies,
  -- As it was called when it was offered.
  project_name text not null,
  offered_by bigint not null references users,
  email text not null,
  offered_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  declined_at timestamptz,
  withdrawn_at timestamptz,
  answered_by bigint references users,
  to_agency_id bigint references agencies,
  constraint project_hand_overs_one_end check (num_nonnulls(accepted_at, declined_at, withdrawn_at) <= 1),
  constraint project_hand_overs_accepted_by_agency check ((accepted_at is null) = (to_agency_id is null))
);
-- One offer of a client at a time.
create unique index project_hand_overs_open on project_hand_overs (project_id)
  where accepted_at is null and declined_at is null and withdrawn_at is null;
-- What is offered to a person, asked with their account.
create index project_hand_overs_to on project_hand_overs (email)
  where accepted_at is null and declined_at is null and withdrawn_at is null;

-- One admin is told of an offer, not all of their agency.
alter table agency_events
  add column user_id bigint references users,
  add column hand_over_id bigint references project_hand_overs;
-- Offers are never deleted. No foreign key: the notification is about an agency, the offer about a project of another one.
alter table notifications add column hand_over_id bigint;

-- People and accounts are paid for by the agency that the project belongs to.
create or replace function project_deletion_changed() returns trigger language plpgsql as $$
begin
  perform note_quantity_change(new.agency_id);
  if old.agency_id <> new.agency_id then perform note_quantity_change(old.agency_id); end if;
  return null;
end $$;
drop trigger projects_are_counted on projects;
create trigger projects_are_counted after update of deleted_at, archived_at, agency_id on projects
  for each row execute function project_deletion_changed();
