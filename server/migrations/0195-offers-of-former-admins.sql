-- Expands.
-- An offer ends with its maker's right for good: it would open again if they became an admin again (docs/product/hand-over.md "The offer").
create function end_offers_of_former_admin() returns trigger language plpgsql as $$
begin
  update project_hand_overs set withdrawn_at = now()
    where from_agency_id = old.agency_id and offered_by = old.user_id
      and accepted_at is null and declined_at is null and withdrawn_at is null;
  return null;
end $$;
create trigger former_admins_offer_nothing after delete on agency_admins
  for each row execute function end_offers_of_former_admin();
