-- Expands.
-- How many files that posts use the installation itself did not have any more when the backup was made.
alter table backups add column missing_files integer not null default 0;
