-- Whether the workbook counts its days from 1904: numbers in a column of dates that is chosen later are read so too.
alter table imports add column is_from_1904 boolean not null default false;
