-- Whether the schedule's post is deleted: a copy of `posts.deleted_at`, so that the index of what is due holds no schedule that nothing
-- will ever release. Every sweep read all of them that there ever were (docs/publishing.md "What a sweep reads").
alter table schedules add column is_post_deleted boolean not null default false;
update schedules s set is_post_deleted = true from posts p where p.id = s.post_id and p.deleted_at is not null;

drop index schedules_due;
create index schedules_due on schedules (datetime)
  where deleted_at is null and released_at is null and not is_post_deleted;

-- Only here is it set, in the transaction that has locked the post by deleting or restoring it, so it is never true of a post that is
-- there. A schedule that is added to a post while that is being deleted may miss it; the sweep looks at the post as well.
create function copy_deletion_to_schedules() returns trigger language plpgsql as $$
begin
  update schedules set is_post_deleted = new.deleted_at is not null
    where post_id = new.id and is_post_deleted <> (new.deleted_at is not null);
  return null;
end $$;
create trigger posts_copy_deletion after update of deleted_at on posts for each row
  when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function copy_deletion_to_schedules();
