-- How often a worker has begun a row: one that always fails, or kills its worker, must not keep the import from ending.
alter table import_rows add column attempts integer not null default 0;
