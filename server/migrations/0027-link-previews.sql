-- What a linked page says about itself, for the card of the link. A page that can no longer be read keeps its last facts, with the problem.
create table link_previews (
  project_id bigint not null references projects,
  url text not null check (octet_length(url) <= 2048),
  title text not null,
  description text not null,
  picture_key text,
  -- Whether the page has Open Graph or Twitter tags: without any, some networks make no card.
  has_tags boolean not null,
  problem text,
  read_at timestamptz not null,
  primary key (project_id, url)
);
create unique index link_previews_of_picture on link_previews (picture_key) where picture_key is not null;
