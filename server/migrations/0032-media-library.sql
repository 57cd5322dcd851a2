-- When nothing used the file any more, when it will be cleaned (its notice), that somebody wants to keep it, and that its bytes are gone.
alter table medias
  add column unused_since timestamptz,
  add column clean_after timestamptz,
  add column kept_at timestamptz,
  add column purged_at timestamptz,
  add check (clean_after is null or unused_since is not null),
  add check (purged_at is null or deleted_at is not null);
create index medias_of_library on medias (project_id, id desc) where deleted_at is null and source <> 'conversation';
create index medias_to_clean on medias (clean_after) where clean_after is not null and deleted_at is null;
create index medias_to_purge on medias (deleted_at) where deleted_at is not null and purged_at is null;
