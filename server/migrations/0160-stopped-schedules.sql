-- Expands.
-- What a person's stop took away beside the time: the digest of each version that had skipped approval, by post social id. Null: it
-- was never stopped.
alter table schedules add column stopped_clearances jsonb;
