-- Of an export of a project that is imported: whose it is, and the labels and pools that are made where they are missing. Null of a table.
alter table imports add column archive jsonb;
