-- A duplicate knows the post that it was made of, in its own project only: another project's posts are nobody's business there.
alter table posts
  add column parent_post_id bigint,
  add foreign key (parent_post_id, project_id) references posts (id, project_id) on delete set null (parent_post_id),
  add check (parent_post_id <> id);
create index posts_of_parent on posts (parent_post_id) where parent_post_id is not null;

-- A file that is being copied from another project: its row is there with the post, its bytes follow (docs/decisions/0056-duplicating-posts.md).
-- The source is another tenant's on purpose: the one key that leads out of a project.
create table media_copies (
  media_id bigint primary key,
  project_id bigint not null,
  -- The post that it is copied for.
  post_id bigint not null,
  source_media_id bigint not null references medias (id) on delete cascade,
  status text not null default 'pending-duplication'
    check (status in ('pending-duplication', 'in-progress', 'duplicated', 'failed')),
  failure text,
  attempt integer not null default 0,
  updated_at timestamptz not null default now(),
  foreign key (media_id, project_id) references medias (id, project_id) on delete cascade,
  foreign key (post_id, project_id) references posts (id, project_id) on delete cascade,
  check ((status = 'failed') = (failure is not null))
);
create index media_copies_of_post on media_copies (post_id);
create index media_copies_of_source on media_copies (source_media_id);
create index unfinished_media_copies on media_copies (post_id) where status <> 'duplicated';

-- Cards say that files are still being copied, or were not.
create function raise_by_media_copies() returns trigger language plpgsql as $$
begin
  perform raise_revisions(array(
    select distinct n.post_id from changed n join former o using (media_id) where n.status <> o.status));
  return null;
end $$;
create trigger media_copies_raise_on_update after update on media_copies
  referencing old table as former new table as changed for each statement execute function raise_by_media_copies();
