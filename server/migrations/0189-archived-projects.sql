-- Expands.
-- A client that the agency does not work for at present (decision 142): everything of it can be read, nothing changed, nothing goes out.
-- The column is new, so there is no row that the key would have to be checked for.
alter table projects
  add column archived_at timestamptz,
  add column archived_by bigint,
  add constraint projects_archived_by_fkey foreign key (archived_by) references users not valid;

-- What came due while the client was archived is asked about, as after a pause. The check is not proved for the rows that are there: none
-- of them is of an archived client.
alter table publishing_holds
  drop constraint publishing_holds_reason_check,
  add constraint publishing_holds_reason_check check (reason in (
    'long_gap', 'other_database', 'older_database', 'clock_set_back', 'copied_folder', 'unknown_posts', 'by_hand', 'paused',
    'archived')) not valid;

-- The people of an archived client are not paid for, as those of a deleted one.
drop trigger projects_are_counted on projects;
create trigger projects_are_counted after update of deleted_at, archived_at on projects
  for each row execute function project_deletion_changed();
