-- Whoever copied a link has seen its secret. It ends with their right to make one (docs/decisions/0069-deciding-by-link.md).
create index approval_links_of_maker on approval_links (created_by);

create function end_links_of_former_admin() returns trigger language plpgsql as $$
begin
  delete from approval_links l using projects p
    where p.id = l.project_id and p.agency_id = old.agency_id and l.created_by = old.user_id;
  return null;
end $$;
create trigger former_admins_end_approval_links after delete on agency_admins
  for each row execute function end_links_of_former_admin();
