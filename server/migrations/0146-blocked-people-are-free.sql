-- Nobody pays for somebody who cannot sign in (docs/product/billing.md "Plan"): blocking and unblocking change what an agency pays for.
create function user_blocking_changed() returns trigger language plpgsql as $$
begin
  perform note_quantity_change(a.agency_id) from (
    select agency_id from agency_admins where user_id = new.id
    union select agency_id from agency_members where user_id = new.id
    union select p.agency_id from project_members m join projects p on p.id = m.project_id where m.user_id = new.id
  ) a;
  return null;
end $$;
create trigger blocked_people_are_not_counted after update of is_blocked on users
  for each row when (old.is_blocked is distinct from new.is_blocked) execute function user_blocking_changed();

insert into quantity_changes (agency_id) select agency_id from subscriptions;
