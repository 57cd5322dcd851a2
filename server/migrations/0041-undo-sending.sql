-- What a sending for approval changed, so that Undo can put it back (docs/product/approvals.md "Undoing a sending", decision 55).

create table approval_sends (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects,
  sent_by bigint not null references users,
  sent_at timestamptz not null,
  unique (id, project_id)
);
create index approval_sends_of_project on approval_sends (project_id, sent_at);
create index approval_sends_of_sender on approval_sends (sent_by);

create table approval_sent_posts (
  send_id bigint not null,
  post_id bigint not null,
  project_id bigint not null,
  -- The plan, the versions and the rounds as they were, and the rounds that were opened.
  record jsonb not null,
  undone_at timestamptz,
  primary key (send_id, post_id),
  foreign key (send_id, project_id) references approval_sends (id, project_id) on delete cascade,
  foreign key (post_id, project_id) references posts (id, project_id)
);
create index approval_sent_posts_of_post on approval_sent_posts (post_id);
