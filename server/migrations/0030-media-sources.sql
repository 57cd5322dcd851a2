-- Where a file comes from: chosen on somebody's device, made in a design tool, or sent with a revision, which is no material for posts.
alter table medias add column source text not null default 'uploaded' check (source in ('uploaded', 'imported', 'conversation'));
update medias set source = 'conversation'
  where exists (select 1 from approval_action_attachments t where t.media_id = medias.id);
