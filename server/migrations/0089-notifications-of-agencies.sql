-- What happens to a whole agency waits here until a worker has written who is told of it, in the transaction that removes it
-- (docs/product/notifications.md "Who is told what").
create table agency_events (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies,
  type text not null
);
create index agency_events_of_agency on agency_events (agency_id);

-- A notification is about a project or about an agency, never both; one about an agency has no post and waits for no digest.
alter table notifications alter column project_id drop not null;
alter table notifications alter column event_id drop not null;
alter table notifications add column agency_id bigint references agencies;
alter table notifications add constraint notifications_about_one_thing check (
  num_nonnulls(project_id, agency_id) = 1
  and (agency_id is null or num_nonnulls(event_id, actor_id, post_id, post_social_id, mail_at) = 0)
  and (project_id is null or event_id is not null)
);
create index notifications_of_agency on notifications (agency_id) where agency_id is not null;
