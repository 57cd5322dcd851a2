-- A person's access to the design tool, sealed like that to a social account.
create table design_connections (
  user_id bigint primary key references users on delete cascade,
  sealed_token bytea not null,
  token_key_id text not null,
  -- Of the access; the refresh token has no known end.
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index design_connections_by_key on design_connections (token_key_id);

alter table medias add column canva_design_id text check (length(canva_design_id) between 1 and 255);

-- A person was sent to the design tool, for a version of a post. Kept as long as they may come back.
create table designs (
  id bigint generated always as identity primary key,
  project_id bigint not null,
  post_social_id bigint not null,
  user_id bigint not null references users on delete cascade,
  -- Of the state that the tool sends back: who reads this table can end nobody's return.
  state_hash bytea not null unique,
  -- The verifier of the login (PKCE), while there is one, and the session that began it.
  sealed_verifier bytea,
  token_key_id text,
  session_id bigint references sessions on delete set null,
  title text not null,
  width integer,
  height integer,
  canva_design_id text,
  -- The picture that the next one replaces in the post.
  replaces_media_id bigint,
  -- Of the return whose export follows: another return exports again, the same one does not.
  return_hash bytea,
  export_id text,
  content_url text,
  media_id bigint,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  check ((sealed_verifier is null) = (token_key_id is null)),
  check (canva_design_id is not null or (width is not null and height is not null)),
  foreign key (post_social_id, project_id) references post_socials (id, project_id) on delete cascade,
  foreign key (replaces_media_id, project_id) references medias (id, project_id) on delete set null (replaces_media_id),
  foreign key (media_id, project_id) references medias (id, project_id) on delete set null (media_id)
);
create index designs_of_post_social on designs (post_social_id, project_id);
create index designs_of_user on designs (user_id, project_id);
create index designs_replacing on designs (replaces_media_id, project_id) where replaces_media_id is not null;
create index designs_of_media on designs (media_id, project_id) where media_id is not null;
create index designs_of_session on designs (session_id) where session_id is not null;
create index designs_to_purge on designs (expires_at);
