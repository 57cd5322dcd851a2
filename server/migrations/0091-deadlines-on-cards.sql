-- Cards say until when a post should be decided (docs/decisions/0034-cards-and-revisions.md). It follows from the open rounds, the schedule,
-- the time chosen in Send to approval and a setting of the project. Schedules raise the revision already, and a chosen time is the post's own.
create function raise_by_approvals() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform raise_revisions(array(
      select distinct x.post_id from changed a join post_socials x on x.id = a.post_social_id));
  elsif tg_op = 'DELETE' then
    perform raise_revisions(array(
      select distinct x.post_id from former a join post_socials x on x.id = a.post_social_id));
  else
    perform raise_revisions(array(
      select distinct x.post_id from changed n join former o using (id)
        join post_socials x on x.id in (n.post_social_id, o.post_social_id)
      where (n.post_social_id, n.type, n.status, n.opened_at)
        is distinct from (o.post_social_id, o.type, o.status, o.opened_at)));
  end if;
  return null;
end $$;
create trigger approvals_raise_on_insert after insert on approvals
  referencing new table as changed for each statement execute function raise_by_approvals();
create trigger approvals_raise_on_update after update on approvals
  referencing old table as former new table as changed for each statement execute function raise_by_approvals();
create trigger approvals_raise_on_delete after delete on approvals
  referencing old table as former for each statement execute function raise_by_approvals();

-- The hours before the publish time: they concern the posts with an open round, of which a project has few.
create function raise_by_deadline_hours() returns trigger language plpgsql as $$
declare
  project bigint := coalesce(new.project_id, old.project_id);
begin
  perform raise_revisions(array(
    select distinct x.post_id from approvals a join post_socials x on x.id = a.post_social_id
    where a.project_id = project and a.status = 'open'));
  return null;
end $$;
create trigger deadline_hours_raise_on_insert after insert on project_settings for each row
  when (new.name = 'approval-deadline-hours') execute function raise_by_deadline_hours();
create trigger deadline_hours_raise_on_update after update on project_settings for each row
  when (new.name = 'approval-deadline-hours' and new.value <> old.value) execute function raise_by_deadline_hours();
create trigger deadline_hours_raise_on_delete after delete on project_settings for each row
  when (old.name = 'approval-deadline-hours') execute function raise_by_deadline_hours();
