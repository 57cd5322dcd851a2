-- A row and what it belongs to are of one project, so that no row can belong to two tenants. Columns that nothing writes go.

alter table post_socials drop column deleted_at;
create index post_socials_by_status on post_socials (project_id, status);
alter table posts drop column parent_post_id;

alter table posts add unique (id, project_id);
alter table post_socials add unique (id, project_id);
alter table approvals add unique (id, project_id);
alter table approval_actions add unique (id, project_id);
alter table medias add unique (id, project_id);
alter table social_accounts add unique (id, project_id);

alter table attachments add column project_id bigint;
update attachments a set project_id = s.project_id from post_socials s where s.id = a.post_social_id;
alter table attachments alter column project_id set not null;
alter table approval_action_attachments add column project_id bigint;
update approval_action_attachments f set project_id = a.project_id
  from approval_actions a where a.id = f.approval_action_id;
alter table approval_action_attachments alter column project_id set not null;

alter table post_socials drop constraint post_socials_post_id_fkey,
  add foreign key (post_id, project_id) references posts (id, project_id);
alter table schedules drop constraint schedules_post_id_fkey,
  add foreign key (post_id, project_id) references posts (id, project_id);
alter table attachments drop constraint attachments_post_social_id_fkey,
  add foreign key (post_social_id, project_id) references post_socials (id, project_id),
  drop constraint attachments_media_id_fkey,
  add foreign key (media_id, project_id) references medias (id, project_id),
  drop constraint attachments_thumbnail_media_id_fkey,
  add foreign key (thumbnail_media_id, project_id) references medias (id, project_id);
alter table approvals drop constraint approvals_post_social_id_fkey,
  add foreign key (post_social_id, project_id) references post_socials (id, project_id);
alter table approval_actions drop constraint approval_actions_approval_id_fkey,
  add foreign key (approval_id, project_id) references approvals (id, project_id),
  drop constraint approval_actions_post_social_id_fkey,
  add foreign key (post_social_id, project_id) references post_socials (id, project_id);
alter table approval_action_attachments drop constraint approval_action_attachments_approval_action_id_fkey,
  add foreign key (approval_action_id, project_id) references approval_actions (id, project_id),
  drop constraint approval_action_attachments_media_id_fkey,
  add foreign key (media_id, project_id) references medias (id, project_id);
alter table publications drop constraint publications_post_social_id_fkey,
  add foreign key (post_social_id, project_id) references post_socials (id, project_id),
  drop constraint publications_social_account_id_fkey,
  add foreign key (social_account_id, project_id) references social_accounts (id, project_id);
alter table events drop constraint events_post_id_fkey,
  add foreign key (post_id, project_id) references posts (id, project_id),
  drop constraint events_post_social_id_fkey,
  add foreign key (post_social_id, project_id) references post_socials (id, project_id);

-- Foreign keys by which rows are looked up, or whose parent is deleted one day: without an index each deletion reads the whole table.
create index events_of_post_social on events (post_social_id) where post_social_id is not null;
create index schedules_of_post on schedules (post_id);
create index publications_of_account on publications (social_account_id) where social_account_id is not null;
create index approval_actions_of_approval on approval_actions (approval_id) where approval_id is not null;
create index approval_action_attachments_of_media on approval_action_attachments (media_id);
create index sign_in_attempts_of_session on sign_in_attempts (session_id) where session_id is not null;
create index pending_connections_of_project on pending_connections (project_id);
create index invitations_of_project on invitations (project_id) where project_id is not null;
-- It never was about who invited.
alter index invitations_of_inviter rename to invitations_of_agency;
create index invitations_of_inviter on invitations (invited_by) where invited_by is not null;

alter table schedules drop constraint schedules_time_check;
alter table schedules alter column time type time using time::time;
alter table schedules add check (extract(second from time) = 0);

alter table posts add check (type in (
  'link', 'single_photo', 'multi_photo', 'media_carousel', 'single_video', 'multi_video', 'multi_content', 'animated_gif',
  'text', 'link_carousel', 'photo_story', 'video_story'));
alter table post_socials add check (type in (
  'link', 'single_photo', 'multi_photo', 'media_carousel', 'single_video', 'multi_video', 'multi_content', 'animated_gif',
  'text', 'link_carousel', 'photo_story', 'video_story'));
alter table approval_actions add check (type in (
  'approval_started', 'external_approval_started', 'revision_requested', 'question_pushed', 'answer_pushed', 'approved',
  'approved_by_admin', 'approved_by_system', 'approval_skipped', 'unapproved', 'content_changed'));
-- Each feature brings events of its own, so this says only how one is named.
alter table events add check (type ~ '^[a-z_]+\.[a-z_]+$');
