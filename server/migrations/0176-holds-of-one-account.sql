-- Expands.
-- Outside a transaction.
-- One hold of each reason and account at a time. It takes the place of `publishing_holds_active`, which allowed one for a project.
drop index concurrently if exists publishing_holds_active_of_account;
create unique index concurrently publishing_holds_active_of_account
  on publishing_holds (scope, coalesce(agency_id, 0), coalesce(project_id, 0), coalesce(social_account_id, 0), reason)
  where released_at is null;
drop index concurrently if exists publishing_holds_active;
