-- Expands.
-- Outside a transaction.
-- What the nightly job deletes by its age, so that it reads nothing else. Each holds only what will be deleted.
drop index concurrently if exists events_passing;
create index concurrently events_passing on events (created_at) where post_id is null or type = 'post.saved';
drop index concurrently if exists sessions_by_age;
create index concurrently sessions_by_age on sessions (created_at);
drop index concurrently if exists publications_answered;
create index concurrently publications_answered on publications (closed_at)
  where status in ('live', 'cancelled') and response is not null;
