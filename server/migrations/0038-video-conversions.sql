-- A video made to fit one network's type of post. The versions with that file, network and type publish the result; the original stays.
alter table medias drop constraint medias_source_check,
  add check (source in ('uploaded', 'imported', 'conversation', 'converted'));
create table media_conversions (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects,
  media_id bigint not null,
  social_network text not null check (social_network in ('facebook', 'instagram', 'linkedin', 'twitter')),
  post_type text not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed', 'cancelled')),
  -- From 0 to 1.
  progress double precision not null default 0 check (progress between 0 and 1),
  failure text,
  result_media_id bigint,
  -- Where the running attempt stores its result, so that the next one can remove what a crash left.
  result_key text,
  -- Fencing: only the latest attempt may write.
  attempt integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (media_id, social_network, post_type),
  foreign key (media_id, project_id) references medias (id, project_id),
  foreign key (result_media_id, project_id) references medias (id, project_id),
  check ((status = 'done') = (result_media_id is not null)),
  check ((status = 'failed') = (failure is not null))
);
create unique index media_conversions_of_result on media_conversions (result_media_id) where result_media_id is not null;
create index media_conversions_of_project on media_conversions (project_id);
