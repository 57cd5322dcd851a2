-- Who had copied the link that somebody decided with, and has therefore seen it. Null: a mail carried it, or nobody used a link.
alter table approval_actions add column link_copied_by bigint references users check (link_copied_by is null or is_by_link);

-- Where links go by mail only, those that somebody has copied end, whichever way the setting is turned on.
create function end_copied_approval_links() returns trigger language plpgsql as $$
begin
  delete from approval_links where project_id = new.project_id and not is_for_mail;
  return null;
end $$;
create trigger settings_end_copied_approval_links after insert or update on project_settings
  for each row when (new.name = 'approval-link-mail-only' and new.value = 'true')
  execute function end_copied_approval_links();
