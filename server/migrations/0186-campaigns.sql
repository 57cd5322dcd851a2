-- Expands.
-- Campaigns and content pillars of a project. A post belongs to one or to none; a campaign that is deleted takes no post with it.
create table campaigns (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects,
  name text not null check (length(name) between 1 and 400),
  color text not null check (color ~ '^#[0-9a-f]{6}$'),
  start_at date,
  end_at date,
  goal text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by bigint references users,
  search_form text not null generated always as (search_form(name)) stored,
  unique (id, project_id),
  check (end_at >= start_at)
);
create index campaigns_of_project on campaigns (project_id) where deleted_at is null;
create index campaigns_in_bin on campaigns (project_id, deleted_at desc, id desc) where deleted_at is not null;

-- Kept while the campaign is in the bin, so that its posts belong to it again when it is restored. The column is new, so there is no row
-- that the key would have to be checked for.
alter table posts
  add column campaign_id bigint,
  add constraint posts_campaign_id_fkey foreign key (campaign_id, project_id) references campaigns (id, project_id)
    on delete set null (campaign_id) not valid;

-- A post whose campaign is in the bin says that it belongs to none, on its card too.
create function raise_by_campaigns() returns trigger language plpgsql as $$
begin
  perform raise_revisions(array(select id from posts where campaign_id = new.id));
  return null;
end $$;
create trigger campaigns_raise_revisions after update of deleted_at on campaigns for each row
  when ((new.deleted_at is null) <> (old.deleted_at is null)) execute function raise_by_campaigns();
