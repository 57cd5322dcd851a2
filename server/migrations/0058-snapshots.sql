-- What versions said at moments that people come back to: after each edit, and when somebody sent or decided a round. A content is kept
-- once for a version, however often it said it (docs/decisions/0071-snapshots.md).
create table post_contents (
  post_social_id bigint not null references post_socials on delete cascade,
  digest text not null,
  content jsonb not null,
  -- Its files, which are not cleaned while it is kept.
  media_ids bigint[] not null,
  primary key (post_social_id, digest)
);
create index post_contents_of_media on post_contents using gin (media_ids);

-- Null for edits from before.
alter table post_edit_versions
  add column post_social_id bigint references post_socials on delete cascade,
  add column digest_before text,
  add column digest_after text,
  add check (digest_before is null = (digest_after is null)),
  add check (digest_after is null or post_social_id is not null);
create index post_edit_versions_of_version on post_edit_versions (post_social_id) where post_social_id is not null;

-- An edit that brought an earlier content back: the moment of that content.
alter table post_edits add column restored_from timestamptz;

-- What the versions said that an entry of the history was about.
create table approval_action_contents (
  approval_action_id bigint not null references approval_actions on delete cascade,
  post_social_id bigint not null references post_socials on delete cascade,
  digest text not null,
  primary key (approval_action_id, post_social_id)
);
create index approval_action_contents_of_version on approval_action_contents (post_social_id);
