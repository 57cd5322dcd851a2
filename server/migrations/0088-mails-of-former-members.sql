-- The projects whose posts a mail shows: one that waits goes with the membership (docs/decisions/0068-mails-about-posts.md).
alter table outgoing_mails add column project_ids bigint[];
create index outgoing_mails_not_sent on outgoing_mails (recipient) where status <> 'sent';

create function drop_mails_of_former_member() returns trigger language plpgsql as $$
begin
  delete from outgoing_mails m using users u
    where u.id = old.user_id and m.recipient = lower(u.email) and m.status <> 'sent'
      and old.project_id = any(m.project_ids)
      and not exists (select 1 from agency_admins a where a.agency_id = m.agency_id and a.user_id = u.id);
  return null;
end $$;
create trigger former_members_get_no_mail after delete on project_members
  for each row execute function drop_mails_of_former_member();

create function drop_mails_of_former_admin() returns trigger language plpgsql as $$
begin
  delete from outgoing_mails m using users u
    where u.id = old.user_id and m.recipient = lower(u.email) and m.status <> 'sent'
      and m.agency_id = old.agency_id and m.project_ids is not null;
  return null;
end $$;
create trigger former_admins_get_no_mail after delete on agency_admins
  for each row execute function drop_mails_of_former_admin();
