-- What a file says of itself besides its size (docs/product/media.md "File"); null: nothing, or stored before this was read.
alter table medias
  -- Of a video: how it is encoded.
  add column stream jsonb,
  -- Of an animation.
  add column frames integer,
  -- In IPTC's words, whether it was made by AI.
  add column digital_source_type text;

-- What a person should know of a converted video, for instance that its colours are approximate.
alter table media_conversions add column note text;
