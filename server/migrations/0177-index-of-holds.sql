-- Expands.
-- Outside a transaction.
-- What each sending reads: the holds that hold, and all pauses, which count also when they are over (decision 169).
drop index concurrently if exists publishing_holds_effective;
create index concurrently publishing_holds_effective on publishing_holds (agency_id, project_id)
  where released_at is null or reason = 'paused';
