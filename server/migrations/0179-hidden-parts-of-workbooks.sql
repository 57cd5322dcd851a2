-- Expands.
-- What the workbook of an import does not show: how many rows, which columns and sheets. Null: it shows everything.
alter table imports add column hidden jsonb;
