-- Which rules the original was cleaned by: files from before them are cleaned and read in the background
-- (docs/product/media.md "What is taken out"). `sha256` stays that of the first bytes: what was approved names it.
alter table medias add column cleaning_version smallint not null default 0;

-- Those that are left are found at once, also where there are none.
create index medias_by_cleaning_version on medias (cleaning_version, id) where purged_at is null;
