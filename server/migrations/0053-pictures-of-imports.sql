-- A zip file that the Pictures column names files of. `pictures` is its directory: what the check of the rows needs of it.
alter table imports
  add column pictures_key text,
  add column pictures_name text,
  add column pictures jsonb,
  add check (num_nonnulls(pictures_key, pictures_name, pictures) in (0, 3));
create index imports_with_pictures on imports (created_at) where pictures_key is not null;
