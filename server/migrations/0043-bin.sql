-- What people delete waits in the project's bin for a month, with who deleted it (docs/product/bin.md "How long"). Posts say that already.
alter table day_labels add column deleted_by bigint references users;
alter table hashtag_pools add column deleted_by bigint references users;

-- A file that Galley itself cleaned, or that went with a note, was in no bin and has nobody here. `left_bin_at`: when it was deleted for
-- good; its bytes are purged a little later.
alter table medias
  add column deleted_by bigint references users,
  add column left_bin_at timestamptz,
  add check (deleted_by is null or deleted_at is not null),
  add check (left_bin_at is null or deleted_by is not null);

-- A post of which a network has had something, deleted for good: its rows remain as the publisher's history, without content.
alter table posts add column purged_at timestamptz, add check (purged_at is null or deleted_at is not null);

create index posts_in_bin on posts (project_id, deleted_at desc, id desc) where deleted_at is not null and purged_at is null;
create index day_labels_in_bin on day_labels (project_id, deleted_at desc, id desc) where deleted_at is not null;
create index hashtag_pools_in_bin on hashtag_pools (project_id, deleted_at desc, id desc) where deleted_at is not null;
create index medias_in_bin on medias (project_id, deleted_at desc, id desc) where deleted_by is not null and left_bin_at is null;
