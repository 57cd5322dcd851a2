-- Expands.
-- The names of campaigns in a table that the project has none of, and which each was said to mean (docs/product/imports.md "What is asked").
alter table imports add column campaigns jsonb not null default '[]';
