-- Expands.
-- A place in a version that an entry of its approvals or a note is about (docs/product/marks.md "Where a mark can be").
create table marks (
  id bigint generated always as identity primary key,
  project_id bigint not null,
  post_social_id bigint not null,
  approval_action_id bigint,
  note_id bigint,
  place jsonb not null,
  -- The file that it is on; of a crop the picture as it was uploaded.
  media_id bigint,
  comment text not null check (length(comment) <= 500),
  -- What the version said when it was marked.
  content_digest text not null,
  created_at timestamptz not null,
  done_at timestamptz,
  done_by bigint references users,
  foreign key (post_social_id, project_id) references post_socials (id, project_id),
  foreign key (approval_action_id, project_id) references approval_actions (id, project_id),
  foreign key (note_id, project_id) references notes (id, project_id) on delete cascade,
  foreign key (media_id, project_id) references medias (id, project_id),
  check (num_nonnulls(approval_action_id, note_id) = 1),
  check ((done_at is null) = (done_by is null))
);
create index marks_of_action on marks (approval_action_id, id) where approval_action_id is not null;
create index marks_of_note on marks (note_id, id) where note_id is not null;
create index marks_of_post_social on marks (post_social_id);
create index marks_of_media on marks (media_id) where media_id is not null;
create index marks_of_person on marks (done_by) where done_by is not null;
