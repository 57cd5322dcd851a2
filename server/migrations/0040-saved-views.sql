-- Views of the content list that people save for themselves (docs/product/content-list.md "Saved views").
create table saved_views (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects,
  user_id bigint not null references users,
  name text not null check (length(name) between 3 and 255),
  -- The query of the list's address.
  search text not null check (length(search) <= 2000),
  created_at timestamptz not null
);
create unique index saved_views_of_person on saved_views (project_id, user_id, lower(name));
create index saved_views_of_user on saved_views (user_id);
