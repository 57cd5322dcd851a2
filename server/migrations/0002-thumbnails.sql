-- A video's thumbnail: the picture that stands for it before it plays (document 2 section 3, thumbnail_object_id).
alter table attachments add column thumbnail_media_id bigint references medias;
create index attachments_of_thumbnail on attachments (thumbnail_media_id) where thumbnail_media_id is not null;
