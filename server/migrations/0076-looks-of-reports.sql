-- How an agency's reports look (docs/product/reports.md "Looks").
alter table agencies add column accent_color text check (accent_color ~ '^#[0-9a-f]{6}$');
alter table reports add column language text not null default 'en-GB';

-- The pictures of a sent report's posts as they were, small; drafts show those of the moment.
create table report_pictures (
  report_id bigint not null,
  project_id bigint not null,
  post_social_id bigint not null,
  jpeg bytea not null,
  primary key (report_id, post_social_id),
  foreign key (report_id, project_id) references reports (id, project_id) on delete cascade
);
