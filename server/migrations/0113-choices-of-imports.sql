-- Which row has the names of the columns (null: none), and the lines down to it, so that another can be chosen. Until now it was the first.
alter table imports
  add column header_line integer default 1,
  add column lines_above jsonb not null default '[]',
  -- Of a workbook.
  add column sheet text,
  add column sheets jsonb not null default '[]',
  -- For the rows that name no network.
  add column networks jsonb not null default '[]',
  -- Names of profiles that Galley does not know, with what they were said to be: the project's next import begins with it.
  add column profiles jsonb not null default '[]',
  add column has_yearless boolean not null default false,
  add column year integer;
alter table imports alter column header_line drop default;
update imports set lines_above = jsonb_build_array(jsonb_build_object('line', 1, 'cells', headers))
where archive is null and cleaned_at is null;
