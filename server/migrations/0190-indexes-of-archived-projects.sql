-- Expands.
-- Outside a transaction.
-- What each sending reads: the holds that hold, and all pauses and times in an archive, which count also when they are over.
drop index concurrently if exists publishing_holds_lasting;
create index concurrently publishing_holds_lasting on publishing_holds (agency_id, project_id)
  where released_at is null or reason in ('paused', 'archived');
drop index concurrently if exists publishing_holds_effective;
-- The list of archived clients; few are.
drop index concurrently if exists projects_archived;
create index concurrently projects_archived on projects (agency_id) where archived_at is not null;
