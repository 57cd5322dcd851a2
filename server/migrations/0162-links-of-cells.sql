-- Expands.
-- The addresses behind a workbook's cells, by the index of the cell.
-- Expands.
alter table import_rows add column links jsonb not null default '{}';
