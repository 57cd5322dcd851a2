-- The first mail to a person about a post, which the later ones answer, so that mail programs keep them together (decision 72).
-- `post_id` null: mails about several posts of a project. Its Message-ID is made of number and time; the mail itself is deleted after a month.
create table mail_threads (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  project_id bigint not null references projects,
  post_id bigint,
  first_mail_id bigint not null,
  first_mail_at timestamptz not null,
  unique nulls not distinct (user_id, project_id, post_id),
  foreign key (post_id, project_id) references posts (id, project_id) on delete cascade
);
create index mail_threads_of_project on mail_threads (project_id);
create index mail_threads_of_post on mail_threads (post_id);
