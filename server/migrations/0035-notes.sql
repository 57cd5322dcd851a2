-- What people say to one another about a version of a post (docs/product/notes.md "What it does").
create table notes (
  id bigint generated always as identity primary key,
  post_social_id bigint not null,
  project_id bigint not null,
  message text not null check (length(message) <= 1000),
  -- False: clients never read it.
  is_for_client boolean not null,
  created_by bigint not null references users,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (id, project_id),
  foreign key (post_social_id, project_id) references post_socials (id, project_id)
);
create index notes_of_post_social on notes (post_social_id, id);
create index notes_of_author on notes (created_by);

create table note_mentions (
  note_id bigint not null references notes on delete cascade,
  user_id bigint not null references users,
  primary key (note_id, user_id)
);
create index note_mentions_of_user on note_mentions (user_id);

create table note_attachments (
  id bigint generated always as identity primary key,
  note_id bigint not null,
  project_id bigint not null,
  media_id bigint not null,
  position integer not null,
  foreign key (note_id, project_id) references notes (id, project_id) on delete cascade,
  foreign key (media_id, project_id) references medias (id, project_id)
);
create index note_attachments_of_note on note_attachments (note_id, position);
create index note_attachments_of_media on note_attachments (media_id);
