-- The names of the files that somebody is uploading for a version. It is not complete, and cannot go out, before they have arrived.
alter table post_socials add column awaited_files text[] not null default '{}' check (cardinality(awaited_files) <= 60);
