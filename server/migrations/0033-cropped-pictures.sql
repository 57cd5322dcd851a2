-- A crop is a file of its own, which names the picture that it was cut from: that one stays, so that the crop can be changed or undone.
alter table medias
  add column parent_media_id bigint,
  add column crop jsonb,
  add foreign key (parent_media_id, project_id) references medias (id, project_id),
  add check ((parent_media_id is null) = (crop is null)),
  add check (parent_media_id <> id);
create index medias_of_parent on medias (parent_media_id) where parent_media_id is not null;
