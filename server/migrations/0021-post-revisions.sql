-- What a card shows of a post comes from five tables. One number per post says whether any of it has changed, and triggers raise it, so
-- that no statement can forget to (docs/decisions/0034-cards-and-revisions.md). A revision is never used twice: equal revisions mean
-- equal content, whatever was rolled back in between.
create sequence post_revisions;
alter table posts add column revision bigint not null default nextval('post_revisions');

-- When the post is scheduled, or null: a copy of its schedule's time, so that one index range finds a month.
alter table posts add column scheduled_at timestamptz;
update posts p set scheduled_at = s.datetime from schedules s where s.post_id = p.id and s.deleted_at is null;
create index posts_by_schedule on posts (project_id, scheduled_at, id) where deleted_at is null;

-- A change of the post's own row, even one that writes what was there: `raise_revisions` relies on it that a row written by a transaction
-- has a revision of that transaction.
create function raise_own_revision() returns trigger language plpgsql as $$
begin
  new.revision := nextval('post_revisions');
  return new;
end $$;
create trigger posts_raise_revision before update on posts for each row
  when (new.revision = old.revision) execute function raise_own_revision();

-- Locks the rows in the order of their ids, so that two batches that change versions of the same posts never deadlock. A post that this
-- transaction has already raised is left alone: its new revision becomes visible together with everything else in it.
create function raise_revisions(post_ids bigint[]) returns void language plpgsql as $$
begin
  perform 1 from posts where id = any(post_ids) and xmin <> pg_current_xact_id()::xid order by id for no key update;
  update posts set revision = nextval('post_revisions')
    where id = any(post_ids) and xmin <> pg_current_xact_id()::xid;
end $$;

-- Statement triggers get all changed rows at once. Columns that no card shows (a released schedule, a network's response) raise nothing.
create function raise_by_post_socials() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform raise_revisions(array(select distinct post_id from changed));
  elsif tg_op = 'DELETE' then
    perform raise_revisions(array(select distinct post_id from former));
  else
    perform raise_revisions(array(
      select distinct unnest(array[n.post_id, o.post_id]) from changed n join former o using (id)
      where (n.post_id, n.social_network, n.type, n.status, n.is_approved, n.sent_back_in, n.message)
        is distinct from (o.post_id, o.social_network, o.type, o.status, o.is_approved, o.sent_back_in, o.message)));
  end if;
  return null;
end $$;
create trigger post_socials_raise_on_insert after insert on post_socials
  referencing new table as changed for each statement execute function raise_by_post_socials();
create trigger post_socials_raise_on_update after update on post_socials
  referencing old table as former new table as changed for each statement execute function raise_by_post_socials();
create trigger post_socials_raise_on_delete after delete on post_socials
  referencing old table as former for each statement execute function raise_by_post_socials();

create function raise_by_attachments() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform raise_revisions(array(
      select distinct x.post_id from changed a join post_socials x on x.id = a.post_social_id));
  elsif tg_op = 'DELETE' then
    perform raise_revisions(array(
      select distinct x.post_id from former a join post_socials x on x.id = a.post_social_id));
  else
    perform raise_revisions(array(
      select distinct x.post_id from changed n join former o using (id)
        join post_socials x on x.id in (n.post_social_id, o.post_social_id)
      where (n.post_social_id, n.media_id, n.thumbnail_media_id, n.position)
        is distinct from (o.post_social_id, o.media_id, o.thumbnail_media_id, o.position)));
  end if;
  return null;
end $$;
create trigger attachments_raise_on_insert after insert on attachments
  referencing new table as changed for each statement execute function raise_by_attachments();
create trigger attachments_raise_on_update after update on attachments
  referencing old table as former new table as changed for each statement execute function raise_by_attachments();
create trigger attachments_raise_on_delete after delete on attachments
  referencing old table as former for each statement execute function raise_by_attachments();

-- A file is attached after it was stored, so only a later change of its previews can alter a card.
create function raise_by_medias() returns trigger language plpgsql as $$
begin
  perform raise_revisions(array(
    select distinct x.post_id from changed n join former o using (id)
      join attachments a on n.id in (a.media_id, a.thumbnail_media_id)
      join post_socials x on x.id = a.post_social_id
    where (n.storage_key, n.has_previews) is distinct from (o.storage_key, o.has_previews)));
  return null;
end $$;
create trigger medias_raise_on_update after update on medias
  referencing old table as former new table as changed for each statement execute function raise_by_medias();

-- The time is copied after the rows are locked, by a statement of its own: one that waited for the lock would not see what it waited for.
create function raise_by_schedules() returns trigger language plpgsql as $$
declare
  post_ids bigint[];
begin
  if tg_op = 'INSERT' then
    post_ids := array(select distinct post_id from changed);
  elsif tg_op = 'DELETE' then
    post_ids := array(select distinct post_id from former);
  else
    post_ids := array(
      select distinct unnest(array[n.post_id, o.post_id]) from changed n join former o using (id)
      where (n.post_id, n.date, n.time, n.timezone, n.datetime, n.is_autoposting, n.deleted_at)
        is distinct from (o.post_id, o.date, o.time, o.timezone, o.datetime, o.is_autoposting, o.deleted_at));
  end if;
  perform 1 from posts where id = any(post_ids) order by id for no key update;
  update posts p set revision = nextval('post_revisions'),
      scheduled_at = (select s.datetime from schedules s where s.post_id = p.id and s.deleted_at is null)
    where id = any(post_ids);
  return null;
end $$;
create trigger schedules_raise_on_insert after insert on schedules
  referencing new table as changed for each statement execute function raise_by_schedules();
create trigger schedules_raise_on_update after update on schedules
  referencing old table as former new table as changed for each statement execute function raise_by_schedules();
create trigger schedules_raise_on_delete after delete on schedules
  referencing old table as former for each statement execute function raise_by_schedules();
