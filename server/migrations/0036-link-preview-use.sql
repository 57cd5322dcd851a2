-- When a linked page was last shown to somebody: what nobody looks at for a month is purged with its picture.
alter table link_previews add column used_at timestamptz not null default now();
create index link_previews_used on link_previews (used_at);
